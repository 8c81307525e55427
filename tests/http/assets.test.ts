import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'bun'
import { create, type Font } from 'fontkit'
import { assets, serveFrom } from '#server/http/assets.ts'

const text = 'body { color: green } '.repeat(40)
const style = {
  name: 'main.css',
  path: '/assets/main.1.css',
  type: 'text/css; charset=utf-8',
  bytes: bytesOf(text),
}
const font = { name: 'a.woff2', path: '/assets/a.1.woff2', type: 'font/woff2', bytes: bytesOf('wOF2') }
const shelf = serveFrom([style, font])

describe('serving static files', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['', null],
    ['identity', null],
  ])('to a browser that takes "%s" they go as %s', (accepted, encoding) => {
    expect(ask(style.path, accepted)?.headers.get('content-encoding') ?? null).toBe(encoding)
  })

  test('the encoded bytes are the file', async () => {
    const decoded = [
      zstdDecompressSync(await bodyOf('zstd')).toString(),
      new TextDecoder().decode(gunzipSync(await bodyOf('gzip'))),
      new TextDecoder().decode(await bodyOf('')),
    ]
    expect(decoded).toEqual([text, text, text])
  })

  test('they may be kept for ever, with their own type and no sniffing', () => {
    const answer = ask(font.path, 'gzip, zstd')
    expect(Object.fromEntries(answer?.headers ?? [])).toEqual({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
  })

  test('an unknown address is nobody’s, an unknown name is a mistake in the program', () => {
    expect(ask('/assets/../package.json', '')).toBeUndefined()
    expect(() => shelf.url('gone.js')).toThrow('There is no static file named gone.js')
  })
})

describe('the program’s own files', () => {
  test('scripts find their chunks, styles their fonts, and nothing is written into the stylesheet', async () => {
    const own = await assets()
    const css = await allStyles()
    expect(css).not.toContain('url(data:')
    for (const [, path = ''] of css.matchAll(/url\(([^)]+)\)/g)) expect(await fetchOwn(path)).not.toBe('')
    const script = await fetchOwn(own.url('client.js'))
    for (const [, path = ''] of script.matchAll(/"(\/assets\/[^"]+)"/g))
      expect(await fetchOwn(path)).not.toBe('')
    expect(script).not.toContain('react.development')
  })

  test('an island is asked for in one go: nothing that it begins with is found out later', async () => {
    const own = await assets()
    const asked = [...own.modules('islands.js'), ...own.modules('island.board.js')]
    for (const path of asked)
      for (const [, needed = ''] of (await fetchOwn(path)).matchAll(/(?:from|import)"(\/assets\/[^"]+)"/g))
        expect(asked).toContain(needed)
  })

  test('the faces hold what names are written with, in the weights that the styles use', async () => {
    const css = await allStyles()
    const faces = ['inter-latin', 'inter-latin-ext'].map(
      (name) => create(readFileSync(join(import.meta.dir, `../../views/styles/fonts/${name}.woff2`))) as Face,
    )
    const [latin, extended] = faces
    for (const letter of 'AZaz019 êëöÿß€–…→')
      expect(latin?.hasGlyphForCodePoint(code(letter)), letter).toBe(letter !== '→')
    for (const letter of 'őŠžṱḓ') expect(extended?.hasGlyphForCodePoint(code(letter)), letter).toBe(true)
    for (const face of faces) expect(face.variationAxes.wght).toMatchObject({ min: 400, max: 700 })
    for (const [, weight] of css.matchAll(/font-weight:(\d+)[;}]/g))
      expect(Number(weight)).toBeWithin(400, 701)
  })
})

const allStyles = async () =>
  (
    await Promise.all(['public.css', 'main.css'].map(async (name) => fetchOwn((await assets()).url(name))))
  ).join('')

async function fetchOwn(path: string): Promise<string> {
  const answer = (await assets()).serve(path, new Request('http://localhost'))
  expect(answer, path).toBeDefined()
  return answer?.text() ?? ''
}

type Face = Font & { variationAxes: { wght: object } }

const code = (letter: string) => letter.codePointAt(0) ?? 0

function ask(path: string, accepted: string): Response | undefined {
  return shelf.serve(path, new Request('http://localhost', { headers: { 'accept-encoding': accepted } }))
}

async function bodyOf(accepted: string): Promise<Uint8Array<ArrayBuffer>> {
  return (await ask(style.path, accepted)?.bytes()) ?? new Uint8Array()
}

function bytesOf(content: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(content)
}
