import Glibc
import Linux

StandardStreams.occupyClosed()
let status = CommandLineTool.run(Array(CommandLine.arguments.dropFirst()))
exit(Console.hasFailed && status == ExitStatus.done ? ExitStatus.failed : status)
