/** Sends what it is told to from a thread of its own, so that the program neither makes the body nor reads the reply. */
declare const self: Worker

export type Sent = {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
  /** Fields of a form that brings a large file. */
  form?: Record<string, string>
}
export type SentReply = { status: number; bytes: number; refusal: string }

const file = new File([new Uint8Array(24 * 1024 * 1024).fill(120)], 'large.csv')

self.onmessage = async ({ data: { url, form, body, ...init } }: MessageEvent<Sent>) => {
  const asked = { ...init, redirect: 'manual', body: form ? withFile(form) : body } as const
  const told: SentReply = await fetch(url, asked).then(
    async (answer) => {
      const body = await answer.arrayBuffer()
      return {
        status: answer.status,
        bytes: body.byteLength,
        refusal: answer.status < 400 ? '' : new TextDecoder().decode(body.slice(0, 160)),
      }
    },
    // A connection that was cut: the program may refuse a large body before it has come.
    () => ({ status: 0, bytes: 0, refusal: '' }),
  )
  self.postMessage(told)
}

function withFile(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return form
}
