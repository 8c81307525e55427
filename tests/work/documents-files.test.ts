import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { baseName, describedName, downloadName } from '#server/domains/work/attachments/names.ts'
import { detectFileKind, extensionFor } from '#server/files/kinds.ts'
import { measurePicture } from '#server/files/picture.ts'
import { makeThumbnail } from '#server/files/thumbnail.ts'
import { fileStore } from '#server/files.ts'
import { png } from './documents-support.ts'

const account = '00000000-0000-7000-8000-000000000001'
let data: string
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'joblane-files-'))
})
afterAll(() => rmSync(data, { recursive: true }))

const incoming = () => join(data, 'files', account, 'incoming')

describe('the file store', () => {
  test('gives a file its place after the commit, and nothing before or without one', async () => {
    const files = fileStore(data)
    const kept = await files.stage(account, new Uint8Array([1, 2]))
    expect(existsSync(join(data, 'files', account, kept.id))).toBe(false)
    await kept.keep()
    expect(files.read(account, kept.id)).toEqual(Buffer.from([1, 2]))
    const asked = await files.stage(account, new Uint8Array([4]))
    // Its record is known a moment before its keeper is done: whoever asks for it then is not in the way.
    expect(files.read(account, asked.id)).toEqual(new Uint8Array([4]))
    await asked.keep()
    expect(files.read(account, asked.id)).toEqual(new Uint8Array([4]))
    const dropped = await files.stage(account, new Uint8Array([3]))
    await dropped.drop()
    expect(files.read(account, dropped.id)).toBeNull()
    expect(readdirSync(incoming())).toEqual([])
  })

  test('finishes what a crash left between the commit and the rename', async () => {
    const before = fileStore(data)
    const committed = await before.stage(account, new Uint8Array([7]))
    const read = await before.stage(account, new Uint8Array([8]))
    const orphan = await before.stage(account, new Uint8Array([9]))
    const after = fileStore(data)
    expect(await after.open(account, read.id)?.bytes()).toEqual(new Uint8Array([8]))
    after.recover(account, (id) => id === committed.id)
    expect(after.read(account, committed.id)).toEqual(Buffer.from([7]))
    expect(after.read(account, orphan.id)).toBeNull()
    expect(readdirSync(incoming())).toEqual([])
  })

  test('takes no name for an id', () => {
    const files = fileStore(data)
    writeFileSync(join(data, 'secret'), 'x')
    expect(files.open(account, '../../secret')).toBeNull()
    expect(files.read('..', 'secret')).toBeNull()
    renameSync(join(data, 'secret'), join(data, 'gone'))
  })
})

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

describe('the kind of a file', () => {
  test.each([
    ['\x89PNG\r\n\x1a\n', 'image/png', '.png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg', '.jpg'],
    ['GIF89a', 'image/gif', '.gif'],
    ['RIFF0000WEBPVP8 ', 'image/webp', '.webp'],
    ['%PDF-1.7', 'application/pdf', '.pdf'],
    ['\0\0\0\x18ftypheic', 'image/heic', '.heic'],
    [
      'PK\x03\x04 xl/workbook.xml',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      '.xlsx',
    ],
    ['PK\x03\x04 something', 'application/zip', '.zip'],
    ['<svg onload="alert(1)">', 'text/plain; charset=utf-8', '.txt'],
    ['MZ\0\0', 'application/octet-stream', ''],
  ])('%j is %s', (head, media, extension) => {
    expect(detectFileKind(bytes(head))).toEqual({ media, extension })
  })

  test('keeps the extension of a name unless the content speaks against it', () => {
    const jpg = detectFileKind(bytes('\xff\xd8\xff'))
    expect(extensionFor(jpg, 'a.JPEG')).toBe('.jpeg')
    expect(extensionFor(jpg, 'a.png')).toBe('.jpg')
    expect(extensionFor(detectFileKind(bytes('a;b')), 'list.csv')).toBe('.csv')
    expect(extensionFor(detectFileKind(bytes('a;b')), 'list.pdf')).toBe('.txt')
    expect(extensionFor(detectFileKind(bytes('MZ\0\0')), 'tool.exe')).toBe('.exe')
    expect(extensionFor(detectFileKind(bytes('%PDF-')), 'noname')).toBe('.pdf')
  })
})

test('names lose their folders and what turns them around', () => {
  expect(baseName('C:\\a\\b.txt')).toBe('b.txt')
  expect(baseName('../../')).toBe('')
  expect(describedName('Offer 1/2')).toBe('Offer 1/2')
  expect(describedName('a/../../b')).toBe('b')
  expect(downloadName('Offer 1/2', '.pdf')).toBe('Offer 1-2.pdf')
  expect(downloadName('..', '.txt')).toBe('file.txt')
  expect(downloadName('Plan.PDF', '.pdf')).toBe('Plan.PDF')
})

/** A JPEG's header with an EXIF orientation: no picture, but all that is read of one. */
const jpeg = (turn: number) =>
  bytes(
    `\xff\xd8\xff\xe1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(turn)}\0\0\0\0\0\0` +
      '\xff\xc0\x00\x11\x08\x00\x1e\x00\x28\x03',
  )

describe('pictures', () => {
  test('tell their size and which way is up', () => {
    expect(measurePicture(png(40, 30))).toEqual({ width: 40, height: 30, turn: 1 })
    expect(measurePicture(jpeg(6))).toEqual({ width: 40, height: 30, turn: 6 })
    expect(measurePicture(jpeg(6).subarray(0, 20))).toBeNull()
    expect(measurePicture(bytes('\xff\xd8\xff\xda'))).toBeNull()
  })

  test('become small without being stretched', () => {
    expect(measurePicture(makeThumbnail(png(30, 600), 'image/png'))).toMatchObject({ width: 10, height: 192 })
    expect(measurePicture(makeThumbnail(png(20, 10), 'image/png'))).toMatchObject({ width: 20, height: 10 })
  })
})
