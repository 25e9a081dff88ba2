# cvc5 as a command line, through its Python bindings.
import cvc5


def set_option(solver, word):
    name, equals, value = word.lstrip("-").partition("=")
    short = {"i": "incremental", "q": "quiet", "v": "verbose", "m": "produce-models"}
    name = short.get(name, name) if not word.startswith("--") else name
    if name in ("lang", "quiet", "q"):
        return
    if not equals:
        negated = name.startswith("no-")
        name, value = (name[3:], "false") if negated else (name, "true")
    solver.setOption(name, value)


def configure(solver, options):
    # The executable's default; the binding's is the other.
    solver.setOption("incremental", "false")
    for option in options:
        set_option(solver, option)


def counted(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name}: {times}" for name, times in value.items()) + " }"
    return str(value)


def statistics(solver):
    """What `(get-info :all-statistics)` tells but for counters at zero, several times as fast."""
    all = solver.getStatistics().get(True, False).items()
    return "(:all-statistics (" + " ".join(f'("{name}" {counted(each["value"])})' for name, each in all) + "))\n"


def run(commands, solver, options):
    symbols = cvc5.SymbolManager(solver)
    parser = cvc5.InputParser(solver, symbols)
    parser.setIncrementalStringInput(cvc5.InputLanguage.SMT_LIB_2_6, "<stdin>")
    for text in commands:
        if text.strip() == b"(get-info :all-statistics)":
            try:
                say(statistics(solver))
                continue
            except (AttributeError, KeyError, RuntimeError, TypeError):
                # A binding without that: it is asked as any other would be.
                pass
        try:
            parser.appendIncrementalStringInput(text.decode("utf-8", "surrogateescape") + "\n")
            command = parser.nextCommand()
            if command.isNull():
                continue
            name = command.getCommandName()
            output = command.invoke(solver, symbols)
            # The executable keeps the options of its command line, the binding forgets them.
            if name == "reset":
                configure(solver, options)
        except RuntimeError as error:
            say("(error " + quote(error) + ")\n")
            return 1
        # The binding adds the reason, the executable keeps it for get-info.
        if name.startswith("check-sat") and output.startswith("unknown ("):
            output = "unknown\n"
        if output:
            say(output)
        # The executable ends at an error, except of a query.
        if output.startswith("(error") and not name.startswith("get-"):
            return 1
        if name == "exit":
            return 0
    return 0


def main():
    options, file = split_arguments(sys.argv[1:])
    if "--version" in options:
        version = cvc5.Solver().getVersion()
        # 1.1 hands out bytes.
        version = version.decode() if isinstance(version, bytes) else version
        say("This is cvc5 version " + version + " through its Python bindings\n")
        return 0
    solver = cvc5.Solver()
    try:
        configure(solver, options)
    except RuntimeError as error:
        say("(error " + quote(error) + ")\n")
        return 1
    descriptor = os.open(file, os.O_RDONLY) if file and file != "-" else 0
    return run(Commands(descriptor), solver, options)


# No teardown: the executable does none either, and a crash in it would not be the solver's.
code = main()
sys.stdout.flush()
sys.stderr.flush()
os._exit(code)
