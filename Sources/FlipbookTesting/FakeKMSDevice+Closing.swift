import KMS

extension FakeKMSDevice {
  /// The program's file is closed.
  public func close() {}
}
