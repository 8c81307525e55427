import type { PageBytes } from './pieces.ts'

/** What Bun gathers before it calls the system, with room for the headers. */
const GATHERED = 8 * 1024

/**
 * Bun sends a reply that is longer than what it gathers, and that did not come at once, by some thirty calls of the
 * system, one for each piece of its headers (oven-sh/bun#41341); a stream's head and first piece by two.
 */
export const sendAtOnce = (body: string | PageBytes, init: ResponseInit): Response =>
  new Response(body.length < GATHERED ? body : streamOnce(() => body), init)

/** `make` is asked once somebody reads it. */
export const streamOnce = (make: () => string | PageBytes) =>
  new ReadableStream({
    type: 'direct',
    pull(controller: ReadableStreamDirectController) {
      controller.write(make())
      controller.close()
    },
  } as never)
