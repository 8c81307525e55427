import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { joinPdfs } from '#server/pdf/append-pdfs.ts'
import { makePdf } from '#server/pdf/engine.ts'
import { sampleEstimate } from '#tests/pdf/samples.ts'

// Files that anybody uploads are joined in the memory of the program itself.

const folder = mkdtempSync(join(tmpdir(), 'joblane-pdfs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
function store(bytes: Uint8Array | string) {
  const path = join(folder, `${++made}.pdf`)
  writeFileSync(path, bytes)
  return { path, at: made }
}

const LEAF = '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>\nendobj\n'
const catalog = (more = '') => `%PDF-1.5\n1 0 obj\n<</Type/Catalog/Pages 2 0 R${more}>>\nendobj\n`
const tree = (kids: string) => `2 0 obj\n<</Type/Pages/Count 1/Kids[${kids}]>>\nendobj\n`
const END = 'trailer<</Root 1 0 R>>\n%%EOF'
const written = (kids: string, more = '') => store(catalog(more) + tree(kids) + LEAF + END)

function packed(megabytes: number) {
  const body = deflateSync(Buffer.concat([Buffer.from('9 0 null '), Buffer.alloc(megabytes << 20, ' ')]))
  const head = `13 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${body.length}>>\nstream\n`
  const file = [catalog() + tree('3 0 R') + LEAF + head, body, `\nendstream\nendobj\n${END}`]
  return store(Buffer.concat(file.map((part) => Buffer.from(part))))
}

test('what unpacks to a thousand times its size is refused, and files beside it are appended', async () => {
  const estimate = await makePdf({ document: 'estimate', data: sampleEstimate(60) })
  const hostile = [
    packed(40),
    written('3 0 R '.repeat(5_000)),
    written('2 0 R 3 0 R'),
    written('3 0 R', `/X[${'1 '.repeat(1_100_000)}]`),
  ]
  for (const one of hostile) {
    const { whole, refused } = await joinPdfs([one, store(estimate)])
    expect(refused).toEqual([one])
    expect(whole.getPageCount()).toBeGreaterThan(0)
  }
  const { refused } = await joinPdfs([packed(1), written('3 0 R 3 0 R'), store(estimate)])
  expect(refused).toEqual([])
})
