import { readFileSync } from 'node:fs'
import { DEMO_PASSWORD } from '#server/tasks/demo/people.ts'
import { importPages } from '#tests/import/support.ts'
import type { Program } from '#tests/support/program.ts'
import type { Client, TestServer } from '#tests/support/server.ts'
import { demoFolder, removeTemporaryFolders, serveFolder } from '#tests/tasks/support.ts'
import { type Row, row } from './table.ts'

const ITEMS = 100_000
const SETTLE_MS = 60_000

/** What the program holds a minute after a hundred thousand items came in and went again. */
export async function benchImportMemory(): Promise<Row[]> {
  const program = await serveFolder(await demoFolder())
  try {
    const cookie = await signInByForm(program)
    const pages = importPages({ url: program.base } as TestServer, { cookie } as Client)
    for (const path of ['/', '/inventory', '/clients', '/invoices'])
      await (await fetch(program.base + path, { headers: { cookie } })).text()
    const idle = memoryMb(program)
    const { url } = await pages.importList('inventory', csv())
    await pages.undo(url)
    await Bun.sleep(SETTLE_MS)
    return [
      row({
        what: 'memory a minute after 100 000 items came in and went, against idle',
        ...{ ours: memoryMb(program), reference: idle, unit: 'MB', reach: 'at most 1.5' },
      }),
    ]
  } finally {
    await program.stop()
    removeTemporaryFolders()
  }
}

const csv = () =>
  [
    'Code;Material name;Make;Model;Barcode;Rate',
    ...Array.from({ length: ITEMS }, (_, n) => `Z${n};Kliënt ${n} & Seuns;Bosch;M ${n};B${n}Z;12,50`),
  ].join('\r\n')

export async function signInByForm({ base }: Program): Promise<string> {
  const body = new URLSearchParams({ userName: 'owner@northwind.test', password: DEMO_PASSWORD })
  const answer = await fetch(`${base}/signin`, { method: 'POST', body, redirect: 'manual' })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

export const memoryMb = ({ pid }: Program) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
