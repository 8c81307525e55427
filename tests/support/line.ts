import type { Socket } from 'bun'

type Ends = { other?: Socket<Ends>; waiting: Uint8Array[] }

/**
 * A line to the program at `target`, which can be cut and mended: a browser that goes by `url` then truly has none. Held,
 * what is asked arrives when it is released.
 */
export function openLine(target: string) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket<Ends>>()
  let isCut = false
  let held: (() => void)[] | undefined

  const end = (socket: Socket<Ends>) => {
    open.delete(socket)
    socket.data.other?.end()
  }
  const pass = (socket: Socket<Ends>, bytes: Uint8Array) => {
    const { other, waiting } = socket.data
    if (other) other.write(bytes)
    else waiting.push(Uint8Array.from(bytes))
  }
  const ask = (socket: Socket<Ends>, bytes: Uint8Array) => {
    const kept = Uint8Array.from(bytes)
    if (held) held.push(() => pass(socket, kept))
    else pass(socket, bytes)
  }
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
          socket: { data: pass, close: end },
        })
        socket.data.other = other
        for (const bytes of socket.data.waiting.splice(0)) other.write(bytes)
      },
      data: ask,
      close: end,
    },
  })
  return {
    url: `http://127.0.0.1:${listener.port}`,
    cut() {
      isCut = true
      for (const socket of open) socket.terminate()
    },
    mend() {
      isCut = false
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
