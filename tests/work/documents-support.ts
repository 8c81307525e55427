import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import type { Client, TestServer } from '#tests/support/server.ts'

/** A PNG of some pixels, drawn. */
export const png = (width = 40, height = 30) =>
  new Uint8Array(
    new Resvg(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="teal"/></svg>`,
    )
      .render()
      .asPng(),
  )

/** The header of a PNG that claims to be huge, and little more: what it claims would take gigabytes. */
export function hugePng(width = 60_000, height = 60_000) {
  const bytes = new Uint8Array(png())
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

type Part = { filename?: string; description?: string; group?: string; referenceid?: string }

/** Uploads some content under a name, as a form part. */
export function upload(client: Client, content: Uint8Array | string, name: string, about: Part) {
  const form = new FormData()
  form.append('file', new File([content as BlobPart], name))
  for (const [key, value] of Object.entries(about)) form.append(key, value)
  return client.call('POST', '/api/documents/file', form)
}

/** Everything that lies in an account's folder of files, wherever in it. */
export function filesOf(server: TestServer, accountid = server.accountid): string[] {
  const folder = join(server.folder, 'data', 'files', accountid)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .sort()
}
