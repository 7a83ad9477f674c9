import Linux
public import Pixels

/// What a card said of itself at one moment; choices are made from this, not from the card.
public struct CardSnapshot: Sendable, Hashable {
  /// The device node.
  public var path: String
  /// The driver's name.
  public var driverName: String
  /// The card's objects.
  public var resources: KMSResources
  /// The connectors, in the kernel's order.
  public var connectors: [Connector]
  /// The encoders, in the kernel's order.
  public var encoders: [Encoder]
  /// The CRTCs, in the kernel's order.
  public var crtcs: [CRTCState]
  /// Formats by CRTC; a CRTC that is not here did not tell.
  public var formats: [UInt32: [PixelFormat]]

  /// Makes a description.
  public init(
    path: String, driverName: String, resources: KMSResources, connectors: [Connector],
    encoders: [Encoder], crtcs: [CRTCState], formats: [UInt32: [PixelFormat]]
  ) {
    self.path = path
    self.driverName = driverName
    self.resources = resources
    self.connectors = connectors
    self.encoders = encoders
    self.crtcs = crtcs
    self.formats = formats
  }

  /// Whether it is what the machine's firmware set up, in the firmware's mode, until the driver of
  /// the graphics itself takes its place.
  public var isOfFirmware: Bool {
    ["simpledrm", "ofdrm", "efidrm", "vesadrm"].contains(driverName)
  }

  /// Asks a card for everything.
  ///
  /// - Parameters:
  ///   - device: the card.
  ///   - probing: whether displays are asked anew, which takes long and needs mastership.
  /// - Throws: a sentence if it cannot set modes or has no dumb buffers.
  public init(of device: any KMSDevice, probing: Bool) throws(DisplayError) {
    do throws(Errno) {
      let resources = try device.resources()
      guard !resources.crtcs.isEmpty, !resources.connectors.isEmpty, !resources.encoders.isEmpty
      else { throw Errno.notSupported }
      // A connector or an encoder may go between being listed and being asked.
      var connectors: [Connector] = []
      for id in resources.connectors {
        do { connectors.append(try device.connector(id, probing: probing)) } catch .notFound {}
      }
      var encoders: [Encoder] = []
      for id in resources.encoders {
        do { encoders.append(try device.encoder(id)) } catch .notFound {}
      }
      var crtcs: [CRTCState] = []
      var formats: [UInt32: [PixelFormat]] = [:]
      for id in resources.crtcs {
        crtcs.append(try device.crtc(id))
        formats[id] = try device.primaryFormats(crtc: id)
      }
      self.init(
        path: device.path, driverName: device.driverName, resources: resources,
        connectors: connectors, encoders: encoders, crtcs: crtcs, formats: formats)
    } catch .notSupported {
      throw DisplayError(
        .noCard,
        "\(device.path) (driver \(device.driverName)) only renders and drives no display; "
          + "choose another card with --card.", errno: .notSupported)
    } catch {
      throw DisplayError(
        error == .noDevice ? .lost : .refused,
        "\(device.path) (driver \(device.driverName)) does not list its outputs: \(error).",
        errno: error)
    }
    guard device.hasDumbBuffers else {
      throw DisplayError(
        .noCard,
        "\(device.path) (driver \(device.driverName)) has no dumb buffers, which pictures are "
          + "drawn into; choose another card with --card.", errno: .notImplemented)
    }
  }

  /// The CRTC that feeds a connector now; nil for none.
  public func crtc(lighting connector: Connector) -> UInt32? {
    guard connector.currentEncoder != 0,
      let encoder = encoders.first(where: { $0.id == connector.currentEncoder }),
      let crtc = crtcs.first(where: { $0.id == encoder.currentCRTC }), crtc.mode != nil
    else { return nil }
    return crtc.id
  }

  /// Whether a picture can be shown here without forcing anything.
  public var hasConnectedOutput: Bool {
    connectors.contains { $0.status == .connected && $0.isDesktop && !$0.modes.isEmpty }
  }
}

extension Connector {
  /// Whether it leads to a display for people: no headset, and no writing to memory.
  public var isDesktop: Bool { !isNonDesktop && type != ConnectorName.writebackType }
}
