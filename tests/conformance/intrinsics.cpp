/* intrinsics DIRECTORY: writes for each intrinsic of the async-copy family that LLVM has a module that calls it,
 * NAME.0.ll. Operands that must be constants are 0 there, and 1 in a second module, NAME.1.ll; others are parameters.
 */
#include <cstdio>
#include <string>

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

using namespace llvm;

/* What names of intrinsics of the family begin with, after "llvm.nvvm.". */
static const char *const Family[] = {
#define FAMILY(stem) stem,
#include "family.def"
};

static bool isOfFamily(StringRef Name) {
    return Name.consume_front("llvm.nvvm.") && any_of(Family, [&](const char *Stem) {
               return Name.consume_front(Stem) && (Name.empty() || Name[0] == '.' || Name[0] == '_');
           });
}

/* Whether operand `Index` has to be a constant. */
static bool isConstant(const Function &Intrinsic, unsigned Index) {
    return Intrinsic.hasParamAttribute(Index, Attribute::ImmArg);
}

/* Makes a function that calls the intrinsic with its own parameters, and returns what that gives. */
static void addCaller(Module &M, Function &Intrinsic, unsigned Constant) {
    SmallVector<Type *, 16> Parameters;
    for (const Argument &Operand : Intrinsic.args())
        if (!isConstant(Intrinsic, Operand.getArgNo()))
            Parameters.push_back(Operand.getType());
    auto *Type = FunctionType::get(Intrinsic.getReturnType(), Parameters, false);
    Function *Caller = Function::Create(Type, Function::ExternalLinkage, "caller", M);
    IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", Caller));
    SmallVector<Value *, 16> Operands;
    auto Next = Caller->arg_begin();
    for (const Argument &Operand : Intrinsic.args())
        Operands.push_back(isConstant(Intrinsic, Operand.getArgNo()) ? ConstantInt::get(Operand.getType(), Constant)
                                                                     : static_cast<Value *>(&*Next++));
    Value *Result = Builder.CreateCall(&Intrinsic, Operands);
    if (Result->getType()->isVoidTy())
        Builder.CreateRetVoid();
    else
        Builder.CreateRet(Result);
}

/* Writes the modules for one intrinsic; false where that cannot be done. */
static bool write(const std::string &Directory, Intrinsic::ID Id, StringRef Name, unsigned Constant) {
    LLVMContext Context;
    Module M(Name, Context);
#if LLVM_VERSION_MAJOR >= 21
    M.setTargetTriple(Triple("nvptx64-nvidia-cuda"));
#else
    M.setTargetTriple("nvptx64-nvidia-cuda");
#endif
#if LLVM_VERSION_MAJOR >= 20
    Function *Declared = Intrinsic::getOrInsertDeclaration(&M, Id);
#else
    Function *Declared = Intrinsic::getDeclaration(&M, Id);
#endif
    addCaller(M, *Declared, Constant);
    std::error_code Error;
    raw_fd_ostream Out(Directory + "/" + Name.str() + "." + std::to_string(Constant) + ".ll", Error);
    if (Error)
        return false;
    M.print(Out, nullptr);
    const bool HasConstants =
        any_of(Declared->args(), [&](const Argument &Operand) { return isConstant(*Declared, Operand.getArgNo()); });
    return Constant == 1 || !HasConstants || write(Directory, Id, Name, 1);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    for (unsigned Id = 1; Id < Intrinsic::num_intrinsics; Id++) {
        const auto Each = static_cast<Intrinsic::ID>(Id);
        const StringRef Name = Intrinsic::getBaseName(Each);
        if (!isOfFamily(Name))
            continue;
        if (Intrinsic::isOverloaded(Each)) {
            std::fprintf(stderr, "%s has types of its own, and is not tried\n", Name.str().c_str());
            return 1;
        }
        if (!write(argv[1], Each, Name, 0))
            return 2;
    }
    return 0;
}
