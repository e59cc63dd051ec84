/* ptxcheck: what ptxcheck.hpp is made of: results, texts, owners and ranges. Programs include ptxcheck.hpp. */
#ifndef PTXCHECK_RESULT_HPP
#define PTXCHECK_RESULT_HPP

#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "ptxcheck.h"

namespace ptxcheck {

/* ---- results ---- */

/* Whether a call could do its job, and why not. */
class [[nodiscard]] status {
  public:
    constexpr status(ptxc_status code = PTXC_OK) : code_(code) {}
    constexpr explicit operator bool() const { return code_ == PTXC_OK; }
    constexpr ptxc_status code() const { return code_; }
    std::string_view reason() const { return ptxc_status_name(code_); }

    /* Becomes the status of a later call, where none has failed before. */
    status &operator&=(status later) { return *this = code_ == PTXC_OK ? later : *this; }

  private:
    ptxc_status code_;
};

/* A status and a value, which is empty where the call failed. */
template <class Value> class [[nodiscard]] result : public status {
  public:
    result(Value value) : value_(std::move(value)) {}
    result(ptxc_status code, Value value = Value()) : status(code), value_(std::move(value)) {}
    Value &operator*() & { return value_; }
    const Value &operator*() const & { return value_; }
    Value operator*() && { return std::move(value_); } /* a copy, which a loop over it keeps */
    Value *operator->() & { return &value_; }
    const Value *operator->() const & { return &value_; }
    const Value *operator->() const && = delete; /* its texts and ranges would be gone with it */

  private:
    Value value_;
};

/* ---- what is in memory ---- */

/* Returns a string of C as a view, an empty one for NULL. */
inline std::string_view view(const char *string) { return string ? std::string_view(string) : std::string_view(""); }

/* A structure of C that begins with its size, which is set; all else is zero. */
template <class Struct> struct sized : Struct {
    sized() : Struct{} {
        static_assert(sizeof(sized) == sizeof(Struct), "arrays of one are arrays of the other");
        this->size = sizeof(Struct);
    }
};

/* Returns what a function of C fills, whose last parameter is where it goes; nothing where it gives 0. */
template <class Value, class Function, class... Arguments>
std::optional<Value> filled(Function function, Arguments... arguments) {
    Value value{};
    return function(arguments..., &value) ? std::optional<Value>(value) : std::nullopt;
}

/* A structure that the library owns. */
template <class Struct> class borrowed {
  public:
    borrowed() = default;
    explicit borrowed(const Struct *pointer) : pointer_(pointer) {}
    const Struct *get() const { return pointer_; }
    const Struct *operator->() const { return pointer_; }

  private:
    const Struct *pointer_ = nullptr;
};

/* An object of the library, which is freed with its owner. */
template <class Handle, void (*release)(Handle *)> class owner {
  public:
    using handle_type = Handle;
    owner() = default;
    explicit owner(Handle *handle) : handle_(handle) {}
    Handle *get() const { return handle_.get(); }
    Handle *take() { return handle_.release(); } /* and the caller frees it */

  private:
    struct releaser {
        void operator()(Handle *handle) const { release(handle); }
    };
    std::unique_ptr<Handle, releaser> handle_;
};

/* Makes an owner with a function of C, whose last parameter is where the object goes. */
template <class Owner, class Function, class... Arguments>
result<Owner> make(Function function, Arguments... arguments) {
    typename Owner::handle_type *handle = nullptr;
    const ptxc_status code = function(arguments..., &handle);
    return {code, Owner(handle)};
}

struct free_bytes {
    ptxc_allocator allocator{};
    size_t size = 0;
    void operator()(char *bytes) const {
        if (allocator.resize)
            allocator.resize(allocator.user, bytes, size, 0);
        else
            std::free(bytes);
    }
};

/* A text, closed by a NUL, in memory of an allocator, or of malloc where there is none. */
class owned_text {
  public:
    std::string_view view() const { return {c_str(), length_}; }
    operator std::string_view() const { return view(); }
    const char *c_str() const { return bytes_ ? bytes_.get() : ""; }

    /* Makes it with a function of C that keeps the contract of snprintf: its last parameters are buffer and size. */
    template <class Function, class... Arguments>
    static result<owned_text> write(const ptxc_allocator *allocator, Function function, Arguments... arguments) {
        owned_text text;
        char *const nowhere = nullptr;
        text.length_ = function(arguments..., nowhere, size_t{0});
        const size_t size = text.length_ + 1;
        void *memory = allocator ? allocator->resize(allocator->user, nullptr, 0, size) : std::malloc(size);
        if (!memory)
            return PTXC_OUT_OF_MEMORY;
        text.bytes_ = {static_cast<char *>(memory), free_bytes{allocator ? *allocator : ptxc_allocator{}, size}};
        function(arguments..., text.bytes_.get(), size);
        return text;
    }

    /* Makes a copy for a function of C that wants a NUL; PTXC_BAD_ARGUMENT says that the text has one inside. */
    static result<owned_text> copy(const ptxc_allocator *allocator, std::string_view text) {
        return text.find('\0') == text.npos ? write(allocator, put, text) : PTXC_BAD_ARGUMENT;
    }

  private:
    static size_t put(std::string_view text, char *buffer, size_t size) {
        if (size > text.size())
            buffer[text.copy(buffer, text.size())] = '\0';
        return text.size();
    }
    std::unique_ptr<char, free_bytes> bytes_;
    size_t length_ = 0;
};

/* ---- ranges ---- */

/* A number of items that a function gives one by one: at(source, index). */
template <class Item, class Source, auto at> class sequence {
  public:
    class iterator {
      public:
        using value_type = Item;
        using reference = Item;
        using pointer = void;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag; /* of C++17; for C++20 it is a forward iterator */
        using iterator_concept = std::forward_iterator_tag;
        iterator() = default;
        iterator(Source source, size_t index) : source_(source), index_(index) {}
        Item operator*() const { return Item(at(source_, index_)); }
        iterator &operator++() {
            index_++;
            return *this;
        }
        iterator operator++(int) { return iterator(source_, index_++); }
        friend bool operator==(const iterator &a, const iterator &b) { return a.index_ == b.index_; }
        friend bool operator!=(const iterator &a, const iterator &b) { return a.index_ != b.index_; }

      private:
        Source source_{};
        size_t index_ = 0;
    };
    sequence(Source source, size_t size) : source_(source), size_(size) {}
    iterator begin() const { return {source_, 0}; }
    iterator end() const { return {source_, size_}; }
    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Item operator[](size_t index) const { return Item(at(source_, index)); }

  private:
    Source source_;
    size_t size_;
};

/* Returns an item of an array, which is what a sequence of its items is made of. */
template <class Item> Item element(const Item *items, size_t index) { return items[index]; }
template <class Item> using array_view = sequence<Item, const Item *, element<Item>>;

/* An array with room for `most` items, of which the first `size()` are filled; it takes no memory from anywhere. */
template <class Item, size_t most> class bounded {
  public:
    /* Fills it with a function of C, whose last parameters are the array and its room. */
    template <class Function, class... Arguments> static bounded fill(Function function, Arguments... arguments) {
        bounded filled;
        const size_t count = function(arguments..., filled.items_, most);
        filled.size_ = count < most ? count : most;
        return filled;
    }
    const Item *begin() const { return items_; }
    const Item *end() const { return items_ + size_; }
    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Item &operator[](size_t index) const { return items_[index]; }

  private:
    Item items_[most] = {};
    size_t size_ = 0;
};

/* An owner of items that functions of C count and give one by one. */
template <class Handle, void (*release)(Handle *), class Item, auto at, size_t (*count)(const Handle *)>
class range_owner : public owner<Handle, release> {
  public:
    using owner<Handle, release>::owner;
    using range = sequence<Item, const Handle *, at>;
    size_t size() const { return count(this->get()); }
    bool empty() const { return size() == 0; }
    range all() const { return {this->get(), size()}; }
    typename range::iterator begin() const { return all().begin(); }
    typename range::iterator end() const { return all().end(); }
    Item operator[](size_t index) const { return all()[index]; }
};

} // namespace ptxcheck

#endif
