/** Sends what it is told to from a thread of its own, so that the program neither makes the body nor reads the reply. */
declare const self: Worker

export type Sent = {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
  /** Fields of a form that brings a large file. */
  form?: Record<string, string>
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> }
}
export type SentReply = { status: number; bytes: number; refusal: string }

self.onmessage = async ({ data: { url, form, file, body, ...init } }: MessageEvent<Sent>) => {
  const asked = { ...init, redirect: 'manual', body: form ? withFile(form, file) : body } as const
  const told: SentReply = await fetch(url, asked).then(
    async (answer) => {
      const body = await answer.arrayBuffer()
      return {
        status: answer.status,
        bytes: body.byteLength,
        refusal: answer.status < 400 ? '' : await refusalOf(url, asked),
      }
    },
    // A connection that was cut: the program may refuse a large body before it has come.
    () => ({ status: 0, bytes: 0, refusal: '' }),
  )
  self.postMessage(told)
}

/** What was refused changed nothing: it may be asked again, for the words alone. */
const refusalOf = (url: string, asked: RequestInit) =>
  fetch(url, { ...asked, headers: { ...asked.headers, accept: 'application/json' } }).then(
    async (answer) => (await answer.text()).slice(0, 200),
    () => '',
  )

function withFile(fields: Record<string, string>, file: Sent['file']): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append('file', new File([file.bytes], file.name))
  return form
}
