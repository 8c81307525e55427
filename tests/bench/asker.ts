/** One person who sends a request again and again, so many at once, until they are ended. */
const [sent = '', atOnce = '1'] = process.argv.slice(2)
const { url, method, headers, body, file } = (await Bun.file(sent).json()) as Asked

export type Asked = {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** A file that is sent in a form, with its other fields. */
  file?: { name: string; text: string; fields: Record<string, string> }
}

function formOf({ name, text, fields }: NonNullable<Asked['file']>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new File([text], name))
  return form
}

async function ask(): Promise<never> {
  for (;;) {
    const answer = await fetch(url, { method, headers, redirect: 'manual', body: file ? formOf(file) : body })
    await answer.arrayBuffer()
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
  }
}

const counts = new Map<number, number>()
process.on('SIGTERM', () => {
  console.log(JSON.stringify(Object.fromEntries(counts)))
  process.exit()
})
await Promise.all(Array.from({ length: Number(atOnce) }, ask))
