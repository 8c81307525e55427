import { Problem } from '#server/errors.ts'
import type { Route } from './route.ts'

/** The longest list of lines, four times over. */
const MOST = 2 * 1024 * 1024
/** What somebody may send who has not signed in: parsing more would hold up everybody else. */
const MOST_OF_STRANGERS = 64 * 1024

/**
 * Reads a body where Elysia shall not: forms with files, of which it would take a text that begins with a brace for
 * JSON, and bodies that do not say how long they are. Undefined leaves it to Elysia.
 * @throws 413 for more than the route takes; what takes files is bounded by the server alone
 */
export async function readBody(request: Request, { claim, options }: Route): Promise<unknown> {
  const most = claim === null ? MOST_OF_STRANGERS : MOST
  const length = request.headers.get('content-length')
  if (!options.upload && Number(length) > most) throw tooLarge(most)
  const type = request.headers.get('content-type') ?? ''
  if (options.rawbody) return (await readLimited(request, most)).text()
  if (length === null && !options.upload && request.body)
    return parseBody(await readLimited(request, most), type)
  if (isForm(type)) return readFields(await request.formData())
}

const isForm = (type: string) => /^multipart\/form-data/i.test(type)

async function readLimited({ body, headers }: Request, most: number): Promise<Response> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const part of body as ReadableStream<Uint8Array<ArrayBuffer>>) {
    size += part.length
    if (size > most) throw tooLarge(most)
    parts.push(part)
  }
  return new Response(new Blob(parts), { headers: { 'content-type': headers.get('content-type') ?? '' } })
}

async function parseBody(body: Response, type: string): Promise<unknown> {
  if (isForm(type) || type.startsWith('application/x-www-form-urlencoded'))
    return readFields(await body.formData())
  return type.startsWith('application/json') ? body.json() : body.text()
}

type Form = Awaited<ReturnType<Request['formData']>>

const readFields = (form: Form): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )

const tooLarge = (most: number) =>
  new Problem(413, `This is too large: a request may have at most ${most / 1024} kB here.`)
