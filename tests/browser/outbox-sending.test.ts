import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, nextFrames, openPage, overflowX, screenshot, setView } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { sayOnline } from '#tests/support/line.ts'
import { untilStored } from '#tests/support/stored-pages.ts'
import { attemptsOnly, serveOverLine } from './outbox-support.ts'
import { addOwnJob } from './own-job.ts'

setDefaultTimeout(120_000)

let job: { id: string; reference: string }
const on = serveOverLine(async (server) => {
  job = await addOwnJob(server)
})

const countNotes = async (message: string) => {
  const all = await expectOk(on.server.people.admin.get(`/api/jobs/${job.id}/notes`))
  return all.filter((note: { message: string }) => note.message === message).length
}

/** The labels of what the store has. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    // Opened before the page has made it, it would be another.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'joblane')) return []
    const { promise, resolve } = Promise.withResolvers<string[]>()
    const opening = indexedDB.open('joblane')
    opening.onsuccess = () => {
      const all = opening.result.transaction('waiting').objectStore('waiting').getAll()
      all.onsuccess = () => resolve(all.result.map(({ label }) => label))
      opening.result.close()
    }
    return promise
  })

async function openNote(message: string, how?: Parameters<typeof on.open>[1]): Promise<Page> {
  const page = await on.open('/mywork', how)
  await untilStored(page, `/mywork/jobs/${job.id}`)
  await page.locator(`a[hx-get="/mywork/jobs/${job.id}"]`).first().click()
  await page.getByText('Write a note').click()
  await page.getByLabel('New note').fill(message)
  return page
}

const add = (page: Page) => page.getByRole('button', { name: 'Add note' }).click()

/** The answer to what the page sends never comes, and the program never gets it. */
const swallow = (page: Page) =>
  page.evaluate(() => {
    const ask = window.fetch
    const never = (...given: Parameters<typeof ask>) =>
      given[1]?.method === 'POST' ? new Promise<Response>(() => {}) : ask(...given)
    window.fetch = never as typeof ask
  })

test('what hangs is kept as it is sent, is said, and outlives the page that sent it', async () => {
  const page = await openNote('Hangs on the line')
  on.line.hold()
  await add(page)
  await eventually(() => stored(page), [`Note on ${job.reference}`])
  const banner = page.locator('#outbox')
  await banner.getByText('One change is being sent, without an answer yet.').waitFor()
  for (const [width, theme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    await setView(page, { width, theme })
    expect(await overflowX(page)).toBe(0)
    await screenshot(page, `outbox-being-sent-${width}-${theme}`)
  }
  const next = await page.context().newPage()
  await page.close()
  on.line.cut()
  on.line.mend()
  await next.goto('/mywork')
  await eventually(() => countNotes('Hangs on the line'), 1)
  await eventually(() => stored(next), [])
  await closePage(next)
})

test('another tab does not send what one still sends, and does once that is gone', async () => {
  const page = await openNote('Of two tabs')
  await swallow(page)
  await add(page)
  await eventually(() => stored(page), [`Note on ${job.reference}`])
  const other = await page.context().newPage()
  await other.goto('/mywork')
  await other.locator('#outbox').getByText('One change is being sent, without an answer yet.').waitFor()
  await sayOnline(other)
  await other.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  await other.locator('#outboxdialog').getByText('Is being sent, without an answer yet.').waitFor()
  expect(await countNotes('Of two tabs')).toBe(0)
  await page.close()
  await sayOnline(other)
  await eventually(() => countNotes('Of two tabs'), 1)
  await eventually(() => stored(other), [])
  await closePage(other)
})

/** The next that asks which locks are held is told once it is opened, as things were when it asked. */
async function gateLocks(page: Page) {
  const gate = await page.evaluateHandle(() => {
    const { locks } = navigator
    const ask = locks.query.bind(locks)
    const opened = Promise.withResolvers<void>()
    const state = { isAsked: false, open: opened.resolve }
    locks.query = async () => {
      const held = await ask()
      if (!state.isAsked) {
        state.isAsked = true
        await opened.promise
      }
      return held
    }
    return state
  })
  return {
    asked: () => eventually(() => gate.evaluate(({ isAsked }) => isAsked), true),
    async open() {
      await gate.evaluate(({ open }) => open())
      // What was told reads the store before it draws.
      await stored(page)
      await nextFrames(page)
    },
  }
}

test('what is read while it is sent never stands over what is read once it waits', async () => {
  const page = await openNote('Read in time', { before: attemptsOnly })
  on.line.hold()
  await add(page)
  await eventually(() => stored(page), [`Note on ${job.reference}`])
  const gate = await gateLocks(page)
  await page.evaluate(() => window.joblane?.outbox.show())
  await gate.asked()
  on.line.cut()
  await page.getByText('waits on this device').first().waitFor()
  await gate.open()
  await page.locator('#outbox').getByText('One change waits on this device to be sent.').waitFor()
  on.line.mend()
  await sayOnline(page)
  await eventually(() => countNotes('Read in time'), 1)
  await closePage(page)
})

test('what is answered before the script came that keeps it is not kept', async () => {
  const { server } = on
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie, isolated: true })
  await attemptsOnly(page)
  await page.goto('/clients')
  const come = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await come.promise
    await route.continue()
  })
  const keys = Array.from({ length: 8 }, (_, at) => `key${at}`)
  await page.evaluate((keys) => {
    const { outbox } = window.joblane
    for (const key of keys) {
      outbox.beginKeeping({ url: '/nowhere', label: key, group: key, key })
      outbox.endKeeping(key)
    }
  }, keys)
  come.resolve()
  const flagged = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('key')))
  const locked = () => page.evaluate(async () => (await navigator.locks.query()).held?.length)
  await page.evaluate(() =>
    window.joblane.outbox.keep({ url: '/nowhere', label: 'Last', group: 'last', key: 'last' }),
  )
  await page.locator('#outbox').getByText('One change waits on this device to be sent.').waitFor()
  expect([await stored(page), await flagged(), await locked()]).toEqual([['Last'], [], 0])
  await closePage(page)
})

test('what is answered leaves the store, whether it was taken or refused', async () => {
  const page = await openNote('Answered')
  await add(page)
  await eventually(() => countNotes('Answered'), 1)
  await eventually(() => stored(page), [])
  await page.route('**/note', (route) =>
    route.fulfill({
      status: 409,
      headers: { 'x-joblane-version': 'test', 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Somebody closed it.' }),
    }),
  )
  await page.getByLabel('New note').fill('Refused')
  await add(page)
  await page.getByText('Somebody closed it.').first().waitFor()
  await eventually(() => stored(page), [])
  expect(await page.locator('#outbox').isVisible()).toBe(false)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('outbox'))),
  ).toEqual([])
  await closePage(page)
})

test('a store that is full hinders no save', async () => {
  const page = await openNote('Without a store', {
    before: (opened) =>
      opened.addInitScript(() => {
        IDBObjectStore.prototype.add = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      }),
  })
  await add(page)
  await eventually(() => countNotes('Without a store'), 1)
  expect(await stored(page)).toEqual([])
  await closePage(page)
})

test('what waited and was cleared by the browser is said to be gone until it is read', async () => {
  const page = await openNote('Cleared')
  on.line.cut()
  await add(page)
  const banner = page.locator('#outbox')
  await banner.getByText('One change waits on this device to be sent.').waitFor()
  await page.keyboard.press('Escape')
  const browser = await page.context().newCDPSession(page)
  const cleared = { origin: new URL(page.url()).origin, storageTypes: 'indexeddb,local_storage' }
  await browser.send('Storage.clearDataForOrigin', cleared)
  on.line.mend()
  await sayOnline(page)
  const gone = `Note on ${job.reference} is gone: this browser cleared what it kept. It is not saved.`
  await banner.getByText(gone).waitFor()
  await page.reload()
  await banner.getByText(gone).waitFor()
  await screenshot(page, 'outbox-cleared')
  await banner.getByRole('button', { name: 'Show' }).click()
  await page.locator('#outboxdialog').getByText(gone).waitFor()
  await screenshot(page, 'outbox-cleared-dialog')
  await page.keyboard.press('Escape')
  await banner.waitFor({ state: 'hidden' })
  expect(await countNotes('Cleared')).toBe(0)
  await closePage(page)
})
