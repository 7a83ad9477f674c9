import FlipbookTesting
import KMS
import Linux
import Pixels

extension DeviceConformance {
  static func addObjects(_ list: inout ConformanceList) {
    list.fact("Numbers that are none are not found.")
    list.call("GETCONNECTOR of none", "ENOENT") { bench in
      _ = try bench.device.connector(9999, probing: false)
    }
    list.call("GETENCODER of none", "ENOENT") { _ = try $0.device.encoder(9999) }
    list.call("GETCRTC of none", "ENOENT") { _ = try $0.device.crtc(9999) }
    list.call("GETCRTC of a connector's number", "ENOENT") { _ = try $0.device.crtc($0.connector) }
    list.call("GETPLANE of none", "ENOENT") { _ = try $0.device.plane(9999) }
    list.call("GETPROPBLOB of none", "ENOENT") { _ = try $0.device.blob(9999) }
    list.call("OBJ_GETPROPERTIES of none", "ENOENT") { bench in
      _ = try bench.device.properties(of: 9999, kind: .crtc)
    }
    list.call("SETPLANE of none", "ENOENT") { try $0.device.turnOffPlane(9999) }
    list.call("OBJ_SETPROPERTY of no object", "ENOENT") { bench in
      try bench.device.setProperty(1, of: 9999, kind: .connector, to: 0)
    }
    list.call("OBJ_SETPROPERTY of no property", "EINVAL") { bench in
      try bench.device.setProperty(9999, of: bench.connector, kind: .connector, to: 0)
    }

    list.fact("Blobs are as they were made, and are given up once, by who made them.")
    list.row("CREATEPROPBLOB and GETPROPBLOB", "[1, 2, 3]") { bench in
      "\(try bench.device.blob(bench.device.createBlob([1, 2, 3])))"
    }
    list.call("CREATEPROPBLOB of nothing", "EINVAL") { _ = try $0.device.createBlob([]) }
    list.call("DESTROYPROPBLOB twice", "ENOENT") { bench in
      let blob = try bench.device.createBlob([1])
      try bench.device.destroyBlob(blob)
      try bench.device.destroyBlob(blob)
    }
    list.call("DESTROYPROPBLOB of another file's", "EPERM") { bench in
      try bench.another().destroyBlob(bench.device.createBlob([1]))
    }
    list.row("MODE_ID tells the mode that SETCRTC set", "true") { bench in
      _ = try bench.atomic()
      _ = try bench.lit()
      let blob = try bench.property("MODE_ID", of: bench.crtc, .crtc).value
      return "\(try bench.device.blob(UInt32(blob)) == bench.mode.kernelBytes)"
    }

    list.fact("Who asks for atomic commits is shown what they need, the others are not.")
    list.row("CRTC_ID and MODE_ID before", "false false") { bench in
      let plane = try bench.device.primaryPlane(crtc: bench.crtc)?.id ?? 0
      let (a, b) = try (
        bench.device.properties(of: plane, kind: .plane)["CRTC_ID"],
        bench.device.properties(of: bench.crtc, kind: .crtc)["MODE_ID"]
      )
      return "\(a != nil) \(b != nil)"
    }
    list.row("and after", "true true") { bench in
      let plane = try bench.atomic()
      let (a, b) = try (
        bench.device.properties(of: plane, kind: .plane)["CRTC_ID"],
        bench.device.properties(of: bench.crtc, kind: .crtc)["MODE_ID"]
      )
      return "\(a != nil) \(b != nil)"
    }
    list.row("DPMS and link-status for anybody", "true true") { bench in
      let all = try bench.device.properties(of: bench.connector, kind: .connector)
      return "\(all["DPMS"] != nil) \(all["link-status"] != nil)"
    }
    list.row("the primary plane takes XRGB8888", "true") { bench in
      "\(try bench.device.primaryFormats(crtc: bench.crtc)?.contains(.xrgb8888) == true)"
    }
    list.row("the encoder may feed from the first CRTC", "true") { bench in
      let encoders = try bench.device.connector(bench.connector, probing: false).encoders
      return "\(try bench.device.encoder(encoders.first ?? 0).possibleCRTCs & 1 != 0)"
    }
    list.row("what feeds the connector is told while it is lit", "true") { bench in
      _ = try bench.lit()
      let encoder = try bench.device.connector(bench.connector, probing: false).currentEncoder
      return "\(try bench.device.encoder(encoder).currentCRTC == bench.crtc)"
    }
    list.row("and not once it is off", "0") { bench in
      _ = try bench.lit()
      try bench.turnOff()
      return "\(try bench.device.connector(bench.connector, probing: false).currentEncoder)"
    }
  }

  static func addEndings(_ list: inout ConformanceList) {
    list.fact("A plane can be turned off by itself where the driver lets a CRTC run without.")
    list.row("SETPLANE of the primary one off", vblank: "0", noVblank: "EINVAL", hostCopy: "0") {
      bench in
      let plane = try bench.atomic()
      _ = try bench.lit()
      return try bench.ask { try bench.device.turnOffPlane(plane) }
    }
    list.call("SETPLANE off twice, the CRTC being off", "0") { bench in
      let plane = try bench.atomic()
      _ = try bench.lit()
      try bench.turnOff()
      try bench.device.turnOffPlane(plane)
      try bench.device.turnOffPlane(plane)
    }
    list.fact("A link that is good stays good, whatever a program says.")
    list.row("link-status set to bad", "0, 0") { bench in
      _ = try bench.lit()
      let link = try bench.property("link-status", of: bench.connector, .connector)
      let answer = try bench.ask {
        try bench.device.setProperty(
          link.id, of: bench.connector, kind: .connector, to: 1)
      }
      let now = try bench.property("link-status", of: bench.connector, .connector).value
      return "\(answer), \(now)"
    }
  }
}
