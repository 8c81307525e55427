import type { HubSocket } from './types.ts'

/** Between two frames to those who listen to one account: a board in busy hands stays live at 20 frames a second. */
const FRAME_GAP_MS = 50

type Listener = HubSocket | string

/**
 * The first record of an account goes out with the rest of its commit, those of the next moment together: to write to
 * a thousand sockets, and to hear from them, costs the same for one record as for ten.
 */
export class Frames {
  /** By account, while its gap lasts. */
  private readonly waiting = new Map<string, Map<Listener, string>>()

  /** @param send to a topic or a socket */
  constructor(private readonly send: (to: Listener, frame: string) => void) {}

  add(accountid: string, to: Listener, record: string) {
    const frames = this.waiting.get(accountid) ?? this.open(accountid)
    frames.set(to, (frames.get(to) ?? '') + record)
  }

  flush(accountid: string) {
    const frames = this.waiting.get(accountid)
    if (!frames) return
    for (const [to, frame] of frames) this.send(to, frame)
    frames.clear()
  }

  flushAll() {
    for (const accountid of this.waiting.keys()) this.flush(accountid)
  }

  private open(accountid: string): Map<Listener, string> {
    const frames = new Map<Listener, string>()
    this.waiting.set(accountid, frames)
    setImmediate(() => this.flush(accountid))
    this.waitAgain(accountid)
    return frames
  }

  private waitAgain(accountid: string) {
    setTimeout(() => {
      if (!this.waiting.get(accountid)?.size) {
        this.waiting.delete(accountid)
        return
      }
      this.flush(accountid)
      this.waitAgain(accountid)
    }, FRAME_GAP_MS).unref()
  }
}
