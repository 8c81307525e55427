import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTar, writeTar } from '#server/tasks/archive/tar.ts'
import { removeTemporaryFolders, temporaryFolder } from './support.ts'

afterAll(removeTemporaryFolders)

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`

/** A header as the first versions of the program wrote it, byte for byte. */
function header(name: string, size: number, type = '0'): Buffer {
  const block = Buffer.alloc(512)
  block.write(name, 0)
  block.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(0, 11), 100)
  block.write(' '.repeat(8), 148)
  block.write(type, 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${octal(sum, 6)} `, 148)
  return block
}

const padded = (text: string) =>
  Buffer.concat([Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)])

function archiveOf(files: Record<string, string>, type?: string): Buffer {
  const entries = Object.entries(files).flatMap(([name, text]) => [
    header(name, text.length, type),
    padded(text),
  ])
  const body = Buffer.concat(entries)
  const hex = new Bun.CryptoHasher('sha256').update(body).digest('hex')
  return Buffer.concat([body, header('sha256', 64), padded(hex), Buffer.alloc(1024)])
}

function fileOf(bytes: Uint8Array): string {
  const path = join(temporaryFolder(), 'archive')
  writeFileSync(path, bytes)
  return path
}

const FILES = {
  'accounts/a.json': '{"name":"Yard"}',
  'files/a/empty': '',
  'files/a/plan@2.bin': 'p'.repeat(70_000),
  'manifest.json': '{}',
}

describe('an archive', () => {
  test('written by the first versions is taken apart', async () => {
    const folder = temporaryFolder()
    await readTar(fileOf(archiveOf(FILES)), folder)
    const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    expect(names).toHaveLength(4)
    for (const [name, text] of Object.entries(FILES)) {
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    }
  })

  test('is written as the first versions wrote it, so that they can read it', async () => {
    const folder = temporaryFolder()
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const path = join(temporaryFolder(), 'archive')
    await writeTar(path, folder, Object.keys(FILES))
    expect(readFileSync(path).equals(archiveOf(FILES))).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('carries names longer than a header has room for', async () => {
    const folder = temporaryFolder()
    const name = `files/${'long-'.repeat(40)}.bin`
    mkdirSync(join(folder, 'files'))
    writeFileSync(join(folder, name), 'a plan')
    const path = join(temporaryFolder(), 'archive')
    await writeTar(path, folder, [name])
    const to = temporaryFolder()
    await readTar(path, to)
    expect(readFileSync(join(to, name), 'utf8')).toBe('a plan')
  })

  test.each(['../out', '/etc/out', 'a/../../out', '.hidden', 'a//b'])(
    'with the name %s is refused',
    async (name) => {
      const folder = temporaryFolder()
      await expect(readTar(fileOf(archiveOf({ [name]: 'x' })), folder)).rejects.toThrow('did not write')
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test('with anything but files is refused', async () => {
    const folder = temporaryFolder()
    await expect(readTar(fileOf(archiveOf({ link: '' }, '2')), folder)).rejects.toThrow('did not write')
    expect(readdirSync(folder)).toEqual([])
  })

  test('that ends too early, or is none, is refused', async () => {
    const bytes = archiveOf(FILES)
    for (const part of [bytes.subarray(0, 100), bytes.subarray(0, -512), Buffer.alloc(5000)])
      await expect(readTar(fileOf(part), temporaryFolder())).rejects.toThrow(/checksum|not an archive/)
  })
})
