import { describe, expect, test } from 'bun:test'
import { compressReply } from '#server/http/compress.ts'

const long = JSON.stringify({ data: 'joblane '.repeat(400) })
const answer = (body: string, type = 'application/json; charset=utf-8', headers: object = {}) =>
  new Response(body, { status: 201, headers: { 'content-type': type, vary: 'HX-Request', ...headers } })
const asked = (accept?: string) =>
  new Request('http://localhost/api/jobs', { headers: accept ? { 'accept-encoding': accept } : {} })
const encodingFor = async (accept: string | undefined, response: Response) =>
  (await compressReply(asked(accept), response)).headers.get('content-encoding')

describe('compression of answers', () => {
  test('takes the best that the browser takes', async () => {
    expect(await encodingFor('gzip, deflate, br, zstd', answer(long))).toBe('zstd')
    expect(await encodingFor('gzip, deflate, br', answer(long))).toBe('gzip')
    expect(await encodingFor('zstd;q=0, gzip;q=0.5', answer(long))).toBe('gzip')
    expect(await encodingFor('br', answer(long))).toBeNull()
    expect(await encodingFor(undefined, answer(long))).toBeNull()
  })

  test('gives back what went in, with its status and headers', async () => {
    const zstd = await compressReply(asked('zstd'), answer(long))
    expect(zstd.status).toBe(201)
    expect(zstd.headers.get('vary')).toBe('HX-Request, Accept-Encoding')
    expect(new TextDecoder().decode(Bun.zstdDecompressSync(await zstd.bytes()))).toBe(long)
    const gzip = await compressReply(asked('gzip'), answer(long))
    expect(new TextDecoder().decode(Bun.gunzipSync(await gzip.bytes()))).toBe(long)
  })

  test('makes of a long answer in a thread what it makes of a short one', async () => {
    const page = long.repeat(200)
    const zstd = await compressReply(asked('zstd'), answer(page))
    expect(new TextDecoder().decode(Bun.zstdDecompressSync(await zstd.bytes()))).toBe(page)
    const gzip = await compressReply(asked('gzip'), answer(page))
    expect(new TextDecoder().decode(Bun.gunzipSync(await gzip.bytes()))).toBe(page)
  })

  test('leaves alone what is short, what is no text, and what is a file', async () => {
    const short = await compressReply(asked('zstd'), answer('{"data":1}'))
    expect(short.headers.get('content-encoding')).toBeNull()
    expect(await short.text()).toBe('{"data":1}')
    expect(await encodingFor('zstd', answer(long, 'application/pdf'))).toBeNull()
    expect(
      await encodingFor('zstd', answer(long, 'text/html', { 'content-disposition': 'attachment' })),
    ).toBeNull()
    expect((await compressReply(asked('zstd'), new Response(null, { status: 204 }))).status).toBe(204)
  })
})
