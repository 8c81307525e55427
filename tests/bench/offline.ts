import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright'
import { bundle } from '#server/http/bundle.ts'
import { closePage, openPage } from '#tests/support/browser.ts'
import { openLine } from '#tests/support/line.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { fillBoard } from './jobs-data.ts'
import { median } from './load.ts'
import { figureAlone, type Row, row } from './table.ts'

const CARDS = 58
const ROUNDS = 5
const CHANGES = 500
const CPU = 4

/** What a phone reads and keeps without a line: its scripts, a board from the store, and how what waited goes out. */
export async function benchOffline(): Promise<Row[]> {
  const server = await startTestServer()
  const line = openLine(server.url)
  try {
    const { slug } = await fillBoard(server, 'bench', CARDS, 0)
    const cookies = server.people.admin.cookie
    const page = await openPage({ base: line.url, cookies, width: 390, installed: true })
    await page.goto(`/jobs/${slug}/progress`)
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    await page.goto(`/jobs/${slug}/progress`)
    const drained = await drain(server, page)
    line.cut()
    const starts: number[] = []
    for (let round = 0; round < ROUNDS; round++) starts.push(await start(page, `/jobs/${slug}/progress`))
    await closePage(page)
    return [
      row({
        what: `${CHANGES} calls one after another, against as many changes that waited`,
        ...{ ours: drained.online, reference: drained.waited, unit: 'ms', reach: 'at least 0.5' },
      }),
      figureAlone(
        `board of ${CARDS} cards from what is stored, processor ÷ ${CPU}`,
        median(starts),
        'at most 1000 ms',
      ),
      {
        ...figureAlone('worker and outbox, compressed', (await scriptBytes()) / 1000, 'at most 25 kB'),
        unit: 'kB',
      },
    ]
  } finally {
    line.stop()
    await server.stop()
  }
}

async function scriptBytes(): Promise<number> {
  const files = (await bundle(false)).filter(({ name }) => name === 'worker.js' || name.includes('outbox'))
  return files.reduce((sum, { bytes }) => sum + brotliCompressSync(bytes).length, 0)
}

/** Milliseconds until a card can be read. */
async function start(page: Page, path: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU })
  const begun = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('.card').first().waitFor()
  const taken = performance.now() - begun
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await cdp.detach()
  return taken
}

/** Milliseconds for notes on a job: called for by a page one after another, and sent from what waits. */
async function drain({ people }: TestServer, page: Page) {
  const { data } = (await people.admin.get('/api/jobs?take=1')).body as { data: { id: string }[] }
  const url = `/mywork/jobs/${data[0]?.id}/note`
  return page.evaluate(
    async ({ url, changes }) => {
      const { person = '', account = '' } = document.documentElement.dataset
      const key = () => crypto.randomUUID()
      let begun = performance.now()
      for (let n = 0; n < changes; n++)
        await fetch(url, {
          method: 'POST',
          headers: { accept: 'application/json', 'idempotency-key': key() },
          body: new URLSearchParams({ message: `Online ${n}` }),
        })
      const online = performance.now() - begun
      const db = await new Promise<IDBDatabase>((done) => {
        const request = indexedDB.open('joblane', 1)
        request.onupgradeneeded = () =>
          request.result.createObjectStore('waiting', { keyPath: 'id', autoIncrement: true })
        request.onsuccess = () => done(request.result)
      })
      const store = () => db.transaction('waiting', 'readwrite').objectStore('waiting')
      const left = () =>
        new Promise<number>((done) => {
          const request = store().count()
          request.onsuccess = () => done(request.result)
        })
      const waiting = store()
      for (let n = 0; n < changes; n++)
        waiting.add({
          ...{ key: key(), person, account, label: `Note ${n}`, group: 'bench', url, made: Date.now() },
          fields: [['message', `Waited ${n}`]],
        })
      await new Promise((done) => waiting.transaction.addEventListener('complete', done))
      localStorage.setItem('outbox', 'waiting')
      begun = performance.now()
      dispatchEvent(new Event('online'))
      while ((await left()) > 0) await new Promise((done) => setTimeout(done, 20))
      return { online, waited: performance.now() - begun }
    },
    { url, changes: CHANGES },
  )
}
