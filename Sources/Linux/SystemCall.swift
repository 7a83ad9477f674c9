/// The only place that looks at -1 and `errno`: the answer of a system call, or its error.
///
/// A call that a signal interrupted is made again.
@inline(__always)
func valueOrErrno<Value: SignedInteger>(_ call: () -> Value) throws(Errno) -> Value {
  while true {
    let value = call()
    if value >= 0 { return value }
    let error = Errno.current
    if error != .interrupted { throw error }
  }
}
