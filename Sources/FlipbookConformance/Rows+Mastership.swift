import FlipbookTesting
import KMS
import Linux

extension DeviceConformance {
  static func addMastership(_ list: inout ConformanceList) {
    list.fact("The first to open a card that has no master becomes it; the others do not.")
    list.row("the first file is master", "true") { "\($0.device.isMaster)" }
    list.row("a second file is not", "false") { "\(try $0.another().isMaster)" }
    list.row("a file opened after the master gave it up is", "true") { bench in
      try bench.device.dropMaster()
      return "\(try bench.another().isMaster)"
    }
    list.call("AUTH_MAGIC 0 by the master", "EINVAL") { try $0.device.authenticateNobody() }
    list.call("AUTH_MAGIC 0 by another", "EACCES") { try $0.another().authenticateNobody() }

    list.fact("Mastership is taken from nobody, and is asked for by root or by who had it.")
    list.call("SET_MASTER by the master", "0") { try $0.device.setMaster() }
    list.call("SET_MASTER by root while another has it", "EBUSY") { bench in
      try bench.another().setMaster(asRoot: true, inChild: false)
    }
    list.call("SET_MASTER by another user while another has it", "EACCES") { bench in
      try bench.another().setMaster(asRoot: false, inChild: false)
    }
    list.call("SET_MASTER by another user who never had it, while nobody has", "EACCES") { bench in
      let other = try bench.another()
      try bench.device.dropMaster()
      try other.setMaster(asRoot: false, inChild: false)
    }
    list.call("SET_MASTER by another user who had it", "0") { bench in
      try bench.device.dropMaster(asRoot: false)
      try bench.device.setMaster(asRoot: false, inChild: false)
    }
    list.call("SET_MASTER by another user's other process, on a file that had it", "EACCES") {
      try $0.device.dropMaster()
      try $0.device.setMaster(asRoot: false, inChild: true)
    }
    list.call("SET_MASTER by root's other process, on a file that had it", "0") { bench in
      try bench.device.dropMaster()
      try bench.device.setMaster(asRoot: true, inChild: true)
    }
    list.call("DROP_MASTER by the master", "0") { try $0.device.dropMaster() }
    list.call("DROP_MASTER twice", "EINVAL") { bench in
      try bench.device.dropMaster()
      try bench.device.dropMaster()
    }
    list.call("DROP_MASTER by root's file that has it not", "EINVAL") { bench in
      try bench.another().dropMaster(asRoot: true)
    }
    list.call("DROP_MASTER by another user's file that never had it", "EACCES") { bench in
      try bench.another().dropMaster(asRoot: false)
    }
    list.row("who closes it leaves it to the next that opens", "true") { bench in
      bench.device.close()
      return "\(try bench.another().isMaster)"
    }

    list.row("a closed file is not master", "false") { bench in
      let other = try bench.another()
      bench.device.close()
      try other.setMaster(asRoot: true, inChild: false)
      other.close()
      return "\(bench.device.isMaster || other.isMaster)"
    }

    list.fact("What changes the screen is for the master only, whatever the arguments are.")
    list.call("SETCRTC of no CRTC by another", "EACCES") { bench in
      try bench.another().setCRTC(
        0, framebuffer: 0, x: 0, y: 0, connectors: [], mode: nil)
    }
    list.call("PAGE_FLIP of nothing by another", "EACCES") { bench in
      try bench.another().pageFlip(crtc: 0, framebuffer: 0, userData: 0)
    }
    list.call("ATOMIC without the capability by another", "EACCES") { bench in
      try bench.another().commit([], flags: [], userData: 0)
    }
    list.call("DIRTYFB of nothing by another", "EACCES") { bench in
      try bench.another().markDirty(0, rectangles: [])
    }
    list.call("OBJ_SETPROPERTY of nothing by another", "EACCES") { bench in
      try bench.another().setProperty(0, of: 0, kind: .connector, to: 0)
    }
    list.call("SETPLANE of nothing by another", "EACCES") { bench in
      try bench.another().turnOffPlane(0)
    }

    list.fact("Buffers and questions are for everybody.")
    list.call("CREATE_DUMB and MAP_DUMB by another", "0") { bench in
      let other = try bench.another()
      let buffer = try other.createDumbBuffer(width: 64, height: 64, bitsPerPixel: 32)
      other.unmapDumbBuffer(try other.mapDumbBuffer(buffer))
    }
    list.call("ADDFB2 and RMFB by another", "0") { bench in
      let other = try bench.another()
      try other.removeFramebuffer(bench.picture(on: other).framebuffer)
    }
    list.call("GETRESOURCES by another", "0") { _ = try $0.another().resources() }
    list.call("GETCONNECTOR with a probe by another", "0") { bench in
      _ = try bench.another().connector(bench.connector, probing: true)
    }
    list.call("GETCRTC by another", "0") { _ = try $0.another().crtc($0.crtc) }

    list.fact("Who gives mastership up leaves the picture and the pending flip alone.")
    list.row("DROP_MASTER with a flip pending: its event", "event 5") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1, userData: 5)
      try bench.device.dropMaster()
      return try bench.eventWords()
    }
    list.row("DROP_MASTER: the picture", "fb mode") { bench in
      _ = try bench.lit()
      try bench.device.dropMaster()
      return try bench.state()
    }
    list.call("PAGE_FLIP after DROP_MASTER", "EACCES") { bench in
      let pictures = try bench.lit()
      try bench.device.dropMaster()
      try bench.flip(to: pictures.1)
    }
    list.call("PAGE_FLIP after DROP_MASTER and SET_MASTER", "0") { bench in
      let pictures = try bench.lit()
      try bench.device.dropMaster()
      try bench.device.setMaster()
      try bench.flip(to: pictures.1)
      try bench.finish()
    }
  }
}
