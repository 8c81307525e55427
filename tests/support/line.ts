import type { Socket } from 'bun'
import type { Page } from 'playwright'

/** `waiting`: what the other end has not taken yet. */
type Ends = { other?: Socket<Ends>; waiting: Uint8Array[]; isOver?: boolean }

/** As the device says it. A page that found the line by itself may be loaded anew just then, and sends what waits as it loads. */
export async function sayOnline(page: Page): Promise<void> {
  try {
    await page.evaluate(() => dispatchEvent(new Event('online')))
  } catch (error) {
    if (!/Execution context was destroyed/.test(String(error))) throw error
    await page.waitForLoadState()
  }
}

/**
 * A line to the program at `target`, which can be cut and mended: a browser that goes by `url` then truly has none. Held,
 * what is asked arrives when it is released. It breaks where the path is asked for that it is to `lose`.
 */
export function openLine(target: string) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket<Ends>>()
  let isCut = false
  let held: (() => void)[] | undefined
  let lost = ''

  const flush = ({ data: from }: Socket<Ends>) => {
    const { other, waiting } = from
    while (other && waiting[0]) {
      // A socket takes as much as it has room for.
      const taken = Math.max(0, other.write(waiting[0]))
      waiting[0] = waiting[0].subarray(taken)
      if (waiting[0].length > 0) return
      waiting.shift()
    }
    if (from.isOver) other?.end()
  }
  const end = (socket: Socket<Ends>) => {
    open.delete(socket)
    socket.data.isOver = true
    flush(socket)
  }
  const pass = (socket: Socket<Ends>, bytes: Uint8Array) => {
    socket.data.waiting.push(bytes)
    flush(socket)
  }
  const ask = (socket: Socket<Ends>, bytes: Uint8Array) => {
    if (lost && Buffer.from(bytes).toString('latin1').startsWith(`GET ${lost} `)) return socket.terminate()
    const kept = bytes.slice()
    if (held) held.push(() => pass(socket, kept))
    else pass(socket, kept)
  }
  const drain = ({ data: { other } }: Socket<Ends>) => other && flush(other)
  const listener = Bun.listen<Ends>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      async open(socket) {
        socket.data = { waiting: [] }
        if (isCut) return socket.terminate()
        open.add(socket)
        const other = await Bun.connect<Ends>({
          hostname,
          port: Number(port),
          data: { other: socket, waiting: [] },
          socket: { data: (from, bytes) => pass(from, bytes.slice()), drain, close: end },
        })
        socket.data.other = other
        flush(socket)
      },
      data: ask,
      drain,
      close: end,
    },
  })
  return {
    url: `http://127.0.0.1:${listener.port}`,
    cut() {
      isCut = true
      held = undefined
      for (const socket of open) {
        socket.data.waiting = []
        socket.terminate()
      }
    },
    mend() {
      isCut = false
      lost = ''
    },
    lose(path: string) {
      lost = path
    },
    hold() {
      held = []
    },
    release() {
      const waiting = held ?? []
      held = undefined
      for (const go of waiting) go()
    },
    stop: () => listener.stop(true),
  }
}
