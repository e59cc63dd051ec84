/* Two passes over modules for NVPTX, as a plugin of LLVM's new pass manager:
 *
 *     ptxcheck-asm       checks each inline asm for the target of its function
 *     ptxcheck-module    has the backend print the module, and checks that PTX
 *
 * Findings are diagnostics of LLVM: at the `!srcloc` of the asm, which a frontend makes a place in its source, or at
 * the debug location. opt ends at the first error; `ptxcheck-asm<warn>` makes warnings of them. In clang the first pass
 * runs at the start of the pipeline.
 */
#include <string>

#include <llvm/ADT/SmallString.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <ptxcheck/ptxcheck.hpp>

using namespace llvm;

namespace {

/* A diagnostic without a place that LLVM knows. */
class PlainDiagnostic : public DiagnosticInfo {
  public:
    PlainDiagnostic(const Twine &Text, DiagnosticSeverity Severity)
        : DiagnosticInfo(kind(), Severity), Text(Text.str()) {}
    void print(DiagnosticPrinter &Printer) const override { Printer << Text; }

  private:
    static int kind() {
        static const int Kind = getNextAvailablePluginDiagnosticKind();
        return Kind;
    }
    std::string Text;
};

/* Where a function is compiled for: "target-cpu" is the target, and "target-features" has the version of PTX. */
struct Subtarget {
    std::string Target;
    std::string Features;
    ptxcheck::options Options;

    explicit Subtarget(const Function *F) {
        if (!F)
            return;
        Target = F->getFnAttribute("target-cpu").getValueAsString().str();
        Features = F->getFnAttribute("target-features").getValueAsString().str();
        Options.target = Target.empty() ? nullptr : Target.c_str();
        SmallVector<StringRef, 8> Words;
        StringRef(Features).split(Words, ',');
        for (StringRef Word : Words) {
            unsigned Version = 0; /* 86 is PTX 8.6 */
            if (Word.consume_front("+ptx") && !Word.getAsInteger(10, Version))
                Options.ptx = Version / 10 * 100 + Version % 10;
        }
    }
    Subtarget(const Subtarget &) = delete; /* the options point to the target */
};

/* Returns a finding in one line: what is wrong, the rule, what to know about it, and what to write instead. */
std::string describe(const ptxcheck::diagnostic &Found) {
    std::string Text;
    raw_string_ostream Out(Text);
    Out << Found.message() << " [" << Found.rule() << "]";
    for (const ptxcheck::note Note : Found.notes())
        Out << "; " << Note.text();
    if (Found.fixes().size() == 1)
        Out << "; write '" << Found.fixes()[0].text() << "'";
    return Out.str();
}

struct Checker {
    bool WarnOnly;

    DiagnosticSeverity severity(const ptxcheck::diagnostic &Found) const {
        if (Found->severity == PTXC_SEVERITY_ERROR)
            return WarnOnly ? DS_Warning : DS_Error;
        return Found->severity == PTXC_SEVERITY_WARNING ? DS_Warning : DS_Note;
    }

    /* Reports that a check could not be made, since a pass must not say nothing then. */
    static void reportFailure(LLVMContext &Context, const ptxcheck::options &Options, ptxcheck::status Status) {
        const ptxcheck::result<ptxcheck::owned_text> Why = ptxcheck::explain(Options);
        const std::string Text = "ptxcheck: " + std::string(Status.reason()) + ": " + Why->c_str();
        Context.diagnose(PlainDiagnostic(Text, DS_Warning));
    }

    /* Reports a finding in the text of an asm. A frontend gives a cookie for each line of the text in `!srcloc`. */
    void reportInAsm(const CallBase &Call, StringRef Asm, const ptxcheck::diagnostic &Found) const {
        const std::string Text = describe(Found);
        const size_t Line = Asm.take_front(Found->span.offset).count('\n');
        LLVMContext &Context = Call.getContext();
        if (const MDNode *Cookies = Call.getMetadata("srcloc")) {
            const unsigned Index = Line < Cookies->getNumOperands() ? static_cast<unsigned>(Line) : 0;
            if (const auto *Cookie = mdconst::dyn_extract<ConstantInt>(Cookies->getOperand(Index)))
                return Context.diagnose(DiagnosticInfoInlineAsm(Cookie->getZExtValue(), Text, severity(Found)));
        }
        Context.diagnose(DiagnosticInfoUnsupported(*Call.getFunction(), Text, DiagnosticLocation(Call.getDebugLoc()),
                                                   severity(Found)));
    }

    void checkAsm(const CallBase &Call) const {
        const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
        const std::string Text(Asm->getAsmString());
        const Subtarget Of(Call.getFunction());
        const auto Report = ptxcheck::check_inline_asm(Text, '$', std::string(Asm->getConstraintString()), Of.Options);
        if (!Report)
            return reportFailure(Call.getContext(), Of.Options, Report);
        for (const ptxcheck::diagnostic Found : *Report)
            reportInAsm(Call, Text, Found);
    }
};

struct CheckAsm : PassInfoMixin<CheckAsm>, Checker {
    explicit CheckAsm(bool WarnOnly) : Checker{WarnOnly} {}
    static bool isRequired() { return true; }

    PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
        if (Triple(M.getTargetTriple()).isNVPTX())
            for (const Function &F : M)
                for (const Instruction &I : instructions(F))
                    if (const auto *Call = dyn_cast<CallBase>(&I))
                        if (Call->isInlineAsm())
                            checkAsm(*Call);
        return PreservedAnalyses::all();
    }
};

struct CheckModule : PassInfoMixin<CheckModule>, Checker {
    explicit CheckModule(bool WarnOnly) : Checker{WarnOnly} {}
    static bool isRequired() { return true; }

    /* Prints a copy of a module, which the backend changes; false where the backend cannot be had. */
    static bool print(const Module &M, const Subtarget &Of, SmallVectorImpl<char> &Text) {
        std::string Error;
        const Target *T = TargetRegistry::lookupTarget(M.getTargetTriple(), Error);
        if (!T)
            return false;
        const std::unique_ptr<TargetMachine> Machine(
            T->createTargetMachine(M.getTargetTriple(), Of.Target, Of.Features, TargetOptions(), {}));
        const std::unique_ptr<Module> Copy = CloneModule(M);
        raw_svector_ostream Out(Text);
        legacy::PassManager Passes;
#if LLVM_VERSION_MAJOR >= 18
        const auto Kind = CodeGenFileType::AssemblyFile;
#else
        const auto Kind = CGFT_AssemblyFile;
#endif
        if (!Machine || Machine->addPassesToEmitFile(Passes, Out, nullptr, Kind))
            return false;
        Passes.run(*Copy);
        return true;
    }

    /* Reports a finding where the PTX comes from, as far as .loc says it, or where it stands in the PTX. */
    void report(Module &M, const ptxcheck::report &Report, StringRef Text, const ptxcheck::diagnostic &Found) const {
        std::string Message;
        raw_string_ostream Out(Message);
        const auto Places = Report.locate(Found->span.offset);
        if (!Places.empty())
            Out << Places[0].file << ':' << Places[0].line << ':' << Places[0].column;
        else
            Out << M.getModuleIdentifier() << ".ptx:" << Text.take_front(Found->span.offset).count('\n') + 1;
        Out << ": " << describe(Found);
        M.getContext().diagnose(PlainDiagnostic(Out.str(), severity(Found)));
    }

    PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
        const auto Defined = find_if(M, [](const Function &F) { return !F.isDeclaration(); });
        if (!Triple(M.getTargetTriple()).isNVPTX() || Defined == M.end())
            return PreservedAnalyses::all();
        const Subtarget Of(&*Defined); /* the backend takes one for the whole module */
        SmallString<0> Text;
        if (!print(M, Of, Text)) {
            M.getContext().diagnose(PlainDiagnostic("ptxcheck: no backend for this module", DS_Warning));
            return PreservedAnalyses::all();
        }
        const ptxc_sources Nowhere = {[](void *, size_t, ptxc_location *) {}, nullptr};
        ptxcheck::options Options; /* the PTX says its target and version */
        Options.flags = PTXC_CHECK_FLOW;
        Options.sources = &Nowhere;
        const auto Report = ptxcheck::check({Text.data(), Text.size()}, Options);
        if (!Report)
            reportFailure(M.getContext(), Options, Report);
        for (const ptxcheck::diagnostic Found : *Report)
            report(M, *Report, Text, Found);
        return PreservedAnalyses::all();
    }
};

bool addPass(StringRef Name, ModulePassManager &Passes, ArrayRef<PassBuilder::PipelineElement>) {
    const bool WarnOnly = Name.consume_back("<warn>");
    if (Name == "ptxcheck-asm")
        Passes.addPass(CheckAsm(WarnOnly));
    else if (Name == "ptxcheck-module")
        Passes.addPass(CheckModule(WarnOnly));
    else
        return false;
    return true;
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "ptxcheck", ptxc_version(), [](PassBuilder &Builder) {
                Builder.registerPipelineParsingCallback(addPass);
                Builder.registerPipelineStartEPCallback(
                    [](ModulePassManager &Passes, auto) { Passes.addPass(CheckAsm(false)); });
            }};
}
