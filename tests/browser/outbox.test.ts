import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { prepared } from '#db/sqlite.ts'
import { addSeat } from '#server/access/accounts.ts'
import { expectOk } from '#tests/support/answers.ts'
import {
  axe,
  closePage,
  dialogDepth,
  faultsInBothViews,
  openPage,
  overflowX,
  screenshot,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import { openLine } from '#tests/support/line.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { storedUrls, untilStored } from '#tests/support/stored-pages.ts'

setDefaultTimeout(120_000)

let server: TestServer
let line: ReturnType<typeof openLine>
let jobid: string
let worker: string
beforeAll(async () => {
  server = await startTestServer(undefined, ['--max-upload-mb', '1'])
  line = openLine(server.url)
  const { admin } = server.people
  const board = await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  const job = { boardid: board.id, description: 'Mend the gate', status: 3 }
  jobid = (await expectOk(admin.post('/api/jobs', job))).id
  worker = (await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))).id
})
beforeEach(() => line.mend())
afterAll(async () => {
  line.stop()
  await server.stop()
})

async function addStep(name: string): Promise<string> {
  const { admin } = server.people
  const { id } = await expectOk(admin.post('/api/steps/job', { jobid, name }))
  await expectOk(admin.patch('/api/steps/job', { id, workerid: worker }))
  return id
}

const steps = async () => {
  const all = await expectOk(server.people.admin.get(`/api/steps/job/${jobid}`))
  return all.map((one: { step: { name: string }; completed: boolean; datestartedutc: string | null }) => [
    one.step.name,
    one.datestartedutc !== null,
    one.completed,
  ])
}

async function openMyWork(cookies = server.people.admin.cookie): Promise<Page> {
  const page = await openPage({ base: line.url, cookies, width: 390, installed: true })
  await page.goto('/mywork')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  return page
}

/** Note after note can be written on it. */
async function closeStep(page: Page) {
  await page.keyboard.press('Escape')
  await eventually(() => dialogDepth(page), 0)
}

test('steps, notes and photos that got no answer wait in sight, and go out once, in order, when the line is back', async () => {
  await addStep('Cut')
  const page = await openMyWork()
  await page.getByRole('link', { name: 'Finish Cut' }).waitFor()
  await untilStored(page, 'finishing')
  line.cut()
  await page.getByRole('button', { name: 'Start Cut' }).click()
  await waitForSnackbar(page, 'No network: “Start Cut” waits on this device')
  await page.getByText('Waits to be sent: Start Cut').waitFor()
  await page.reload()
  await page.getByText('Waits to be sent: Start Cut').waitFor()
  await page.getByText('One change waits on this device to be sent.').waitFor()
  await page.getByRole('link', { name: 'Cut', exact: true }).click()
  await page.getByRole('dialog').getByText('Write a note').click()
  await page.getByLabel('New note').fill('The hinge is worn')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('2 changes wait on this device to be sent.').waitFor()
  await closeStep(page)
  await page.getByRole('button', { name: 'Finish Cut' }).click()
  await page.getByText('3 changes wait on this device to be sent.').waitFor()
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  expect(await steps()).toEqual([['Cut', false, false]])
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  // The page, which was stored, is loaded anew just then.
  await eventually(steps, [['Cut', true, true]])
  const times = await expectOk(server.people.admin.get(`/api/jobs/${jobid}/timesheet`))
  expect(times.map(({ time }: { time: number }) => time)).toEqual([0])
  const notes = await expectOk(server.people.admin.get(`/api/jobs/${jobid}/notes`))
  expect(notes.map(({ message }: { message: string }) => message)).toEqual(['The hinge is worn'])
  await eventually(() => page.locator('#outbox').isVisible(), false)
  await closePage(page)
})

test('what the server refuses stays, with the reason, until it is tried again or removed', async () => {
  const id = await addStep('Weld')
  const page = await openMyWork()
  line.cut()
  await page.getByRole('button', { name: 'Start Weld' }).click()
  await page.getByText('Waits to be sent: Start Weld').waitFor()
  await expectOk(server.people.admin.patch('/api/steps/job', { id, action: 'skip', note: 'Riveted' }))
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByText('One was refused and not saved.').waitFor()
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  const dialog = page.locator('#outboxdialog')
  await dialog.getByText('You have skipped this step already').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
  await until(async () => !(await page.locator('#outbox').isVisible()), 'the banner to go')
  await closePage(page)
})

test('an answer that was lost on its way is asked for again by its key, and nothing is done twice', async () => {
  await addStep('Paint')
  const entries = async () => (await expectOk(server.people.admin.get(`/api/jobs/${jobid}/timesheet`))).length
  const before = await entries()
  const page = await openMyWork()
  const { tenants } = server.services
  const { write } = tenants
  // The change is saved, and the line breaks before its answer.
  tenants.write = (async (...given: Parameters<typeof write>) => {
    const value = await write(...given)
    line.cut()
    return value
  }) as typeof write
  await page.getByRole('button', { name: 'Start Paint' }).click()
  await page.getByText('Waits to be sent: Start Paint').waitFor()
  tenants.write = write
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await waitForSnackbar(page, 'was sent')
  expect(await entries()).toBe(before + 1)
  await closePage(page)
})

test('a change whose answer was lost is called by what was pressed, though its row was drawn anew before', async () => {
  await addStep('Lone')
  const page = await openMyWork()
  await page.evaluate(() => {
    const ask = window.fetch
    const loseLate = async (...given: Parameters<typeof ask>) => {
      const answer = await ask(...given)
      if (!String(given[0]).endsWith('/start')) return answer
      while (!document.querySelector('[data-outbox="Pause Lone"]'))
        await new Promise((done) => setTimeout(done, 20))
      throw new TypeError('Failed to fetch')
    }
    window.fetch = loseLate as typeof ask
  })
  await page.getByRole('button', { name: 'Start Lone' }).click()
  await waitForSnackbar(page, 'No network: “Start Lone” waits on this device')
  await closePage(page)
})

/** Starts a step without a line. */
async function startOffline(page: Page, step: string) {
  line.cut()
  await page.getByRole('button', { name: `Start ${step}` }).click()
  await page.getByText(`Waits to be sent: Start ${step}`).waitFor()
}

const isStarted = async (step: string) => (await steps()).find(([name]: [string]) => name === step)?.[1]

async function signInAs(page: Page, { cookie }: { cookie: string }) {
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  // The page itself would send what waits, or go elsewhere.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.context().addCookies([{ name, value, url: line.url }])
  line.mend()
  await page.goto('/mywork')
}

test('what one person did waits for them alone, whoever signs in on the same phone meanwhile', async () => {
  const { admin, agent } = server.people
  await addStep('Drill')
  const page = await openMyWork()
  await startOffline(page, 'Drill')
  await signInAs(page, agent)
  const banner = page.locator('#outbox')
  await banner.getByText('What somebody else did on this device waits until they sign in here.').waitFor()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.goto('/mywork')
  expect(await isStarted('Drill')).toBe(false)
  await banner.getByRole('button', { name: 'Show' }).click()
  await page
    .locator('#outboxdialog')
    .getByText('Nothing that you did waits on this device. What somebody else did')
    .waitFor()
  expect(await page.locator('#outboxdialog').textContent()).not.toContain('Drill')
  await signInAs(page, admin)
  await eventually(() => isStarted('Drill'), true)
  await closePage(page)
})

test('a login that ended keeps what waits until the person signs in again', async () => {
  await addStep('Grind')
  const page = await openMyWork()
  await startOffline(page, 'Grind')
  await page.context().clearCookies()
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.goto('/mywork')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await isStarted('Grind')).toBe(false)
  await signInAs(page, server.people.admin)
  await eventually(() => isStarted('Grind'), true)
  await closePage(page)
})

for (const [what, end] of [
  ['a login that ended', (page: Page) => page.context().clearCookies()],
  ['a person who was archived', () => archiveAgent()],
] as const)
  test(`${what} is asked to sign in, in the banner and in the dialog, while something waits`, async () => {
    const page = await openMyWork((await server.signIn('agent@first.test')).cookie)
    await page.evaluate(() => navigator.serviceWorker.ready)
    line.cut()
    const kept = {
      url: `/api/jobs/${jobid}/notes`,
      label: 'Start Sieve',
      group: 'sieve',
      key: crypto.randomUUID(),
    }
    await page.evaluate((change) => window.joblane?.outbox.keep(change), kept)
    const banner = page.locator('#outbox')
    await banner.getByText('One change waits on this device to be sent.').waitFor()
    expect(await banner.getByRole('link').count()).toBe(0)
    await end(page)
    line.mend()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await banner.getByRole('link', { name: 'Sign in to send what waits' }).waitFor()
    await screenshot(page, 'outbox-sign-in-banner')
    await banner.getByRole('button', { name: 'Show' }).click()
    const dialog = page.locator('#outboxdialog')
    await dialog.getByText('Waits until you sign in.').waitFor()
    expect(await faultsInBothViews(page, { part: ['#outboxdialog'] })).toEqual([])
    await screenshot(page, 'outbox-sign-in-dialog')
    await dialog.getByRole('link', { name: 'Sign in to send what waits' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await closePage(page)
  })

async function archiveAgent() {
  const { admin } = server.people
  const [agent] = await expectOk(admin.get('/api/users?search=agent'))
  await expectOk(admin.delete(`/api/users/${agent.id}`))
}

/** As if the device had kept all of it for so many days more, by a version that did not store `entered`. */
const letWait = (page: Page, days: number) =>
  page.evaluate(
    (ms) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open('joblane')
        opening.onerror = fail
        opening.onsuccess = () => {
          const change = opening.result.transaction('waiting', 'readwrite')
          const cursor = change.objectStore('waiting').openCursor()
          cursor.onsuccess = () => {
            const { entered, ...one } = cursor.result?.value ?? {}
            cursor.result?.update({ ...one, made: one.made - ms })
            cursor.result?.continue()
          }
          change.oncomplete = () => {
            opening.result.close()
            done()
          }
        }
      }),
    days * 86_400_000,
  )

test('what waited over a week is read, and sent as of now when somebody says so', async () => {
  await addStep('Rivet')
  const page = await openMyWork()
  await untilStored(page, 'finishing')
  await page.getByRole('link', { name: 'Finish Rivet' }).click()
  await page.getByRole('dialog').getByText('Write a note').click()
  await page.getByLabel('New note').fill('The third rivet is loose')
  line.cut()
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('One change waits on this device to be sent.').waitFor()
  await letWait(page, 5.5)
  await closeStep(page)
  await page.reload()
  await page.getByText('is not sent by itself any more: find a network before').waitFor()
  await letWait(page, 2)
  line.mend()
  await page.goto('/mywork')
  await page.getByText('One has waited for longer than a week').waitFor()
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  const dialog = page.locator('#outboxdialog')
  await dialog.getByText('so it is not known whether it was saved').waitFor()
  await dialog.getByText('The third rivet is loose').waitFor()
  await screenshot(page, 'outbox-old')
  expect(await faultsInBothViews(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send as of now' }).click()
  const notes = async () => {
    const all = await expectOk(server.people.admin.get(`/api/jobs/${jobid}/notes`))
    return all.some(({ message }: { message: string }) => message === 'The third rivet is loose')
  }
  await eventually(notes, true)
  await until(async () => !(await page.locator('#outbox').isVisible()), 'the banner to go')
  await closePage(page)
})

/** Writes a note on the step's job that gets no answer. */
async function noteOffline(page: Page, step: string, message: string, days = 0) {
  await page.getByRole('link', { name: `Finish ${step}` }).click()
  await page.getByRole('dialog').getByText('Write a note').click()
  await page.getByLabel('New note').fill(message)
  line.cut()
  if (days) await setClock(page, days)
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.locator('#outbox').getByText('One change waits on this device to be sent.').waitFor()
  await closeStep(page)
}

const countNotes = async (message: string) => {
  const all = await expectOk(server.people.admin.get(`/api/jobs/${jobid}/notes`))
  return all.filter((note: { message: string }) => note.message === message).length
}

test('a photo beyond what the program takes is refused in words, and holds up nothing else', async () => {
  await addStep('Rub')
  await addStep('Wax')
  const page = await openMyWork()
  await page.getByRole('link', { name: 'Finish Rub' }).click()
  await page.locator('#step-photo').waitFor({ state: 'attached' })
  line.cut()
  const photo = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(2 * 1024 * 1024) }
  // As on a page from before the program took less.
  await page.locator('#step-photo').evaluate((field) => field.setAttribute('data-most', '1e9'))
  await page.locator('#step-photo').setInputFiles(photo)
  await page.locator('#outbox').getByText('One change waits on this device to be sent.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await eventually(() => dialogDepth(page), 0)
  await startOffline(page, 'Wax')
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(() => isStarted('Wax'), true)
  await page.locator('#outbox').getByText('One was refused and not saved.').waitFor()
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  await page.locator('#outboxdialog').getByText('It is larger than the program takes').waitFor()
  await closePage(page)
})

test('a change over which the program fails holds up nothing else, says so, and is tried again by itself', async () => {
  const broken = await addStep('Temper')
  await addStep('Quench')
  const page = await openMyWork()
  line.cut()
  await startOffline(page, 'Temper')
  await startOffline(page, 'Quench')
  await onAccount(`CREATE TRIGGER broken BEFORE UPDATE ON job_steps WHEN new.id = '${broken}'
    BEGIN SELECT RAISE(ABORT, 'as a fault of the program'); END`)
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(() => isStarted('Quench'), true)
  expect(await isStarted('Temper')).toBe(false)
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  await page.locator('#outboxdialog').getByText('It is tried again by itself.').waitFor()
  await onAccount('DROP TRIGGER broken')
  await eventually(() => isStarted('Temper'), true)
  await until(async () => !(await page.locator('#outbox').isVisible()), 'the banner to go')
  await closePage(page)
})

const onAccount = (sql: string) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, ({ db }) =>
    prepared(db, sql).run(),
  )

/** As somebody sets the clock of the device, for the page that is open. */
const setClock = (page: Page, days: number) =>
  page.evaluate((ms) => {
    const now = Date.now
    Date.now = () => now() + ms
  }, days * 86_400_000)

test('a device whose clock is set ahead sends what waits all the same, dated by the program’s', async () => {
  await addStep('Plane')
  const page = await openMyWork()
  await noteOffline(page, 'Plane', 'Planed too thin')
  await setClock(page, 30)
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(() => countNotes('Planed too thin'), 1)
  const [{ date }] = await expectOk(server.people.admin.get(`/api/jobs/${jobid}/notes`))
  expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(86_400_000)
  await closePage(page)
})

test('what is done after the clock of the device was set back, without a line, counts for the moment it was done', async () => {
  await addStep('Ream')
  const page = await openMyWork()
  const before = Date.now()
  await noteOffline(page, 'Ream', 'Reamed by hand', -2)
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(() => countNotes('Reamed by hand'), 1)
  const notes = await expectOk(server.people.admin.get(`/api/jobs/${jobid}/notes`))
  const { date } = notes.find(({ message }: { message: string }) => message === 'Reamed by hand')
  // Dates of answers are whole seconds.
  expect(Date.parse(date)).toBeGreaterThan(before - 5_000)
  await closePage(page)
})

test('what is done after the clock of the device was set ahead, without a line, counts for the moment it was done too', async () => {
  await addStep('Tap')
  const page = await openMyWork()
  await noteOffline(page, 'Tap', 'Tapped by hand', 2)
  // An hour goes by in which nobody sleeps.
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 3_600_000
  })
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(() => countNotes('Tapped by hand'), 1)
  const notes = await expectOk(server.people.admin.get(`/api/jobs/${jobid}/notes`))
  const { date } = notes.find(({ message }: { message: string }) => message === 'Tapped by hand')
  expect(Date.parse(date)).toBeLessThanOrEqual(Date.now() - 3_599_000)
  expect(Date.parse(date)).toBeGreaterThan(Date.now() - 2 * 3_600_000)
  await closePage(page)
})

test('a device whose clock is set back sends nothing by itself that waited over a week', async () => {
  await addStep('Saw')
  const page = await openMyWork()
  await noteOffline(page, 'Saw', 'Sawn too short')
  await letWait(page, 8)
  await setClock(page, -30)
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.locator('#outbox').getByText('One has waited for longer than a week').waitFor()
  expect(await countNotes('Sawn too short')).toBe(0)
  await closePage(page)
})

test('two tabs that say “Send as of now” send it once', async () => {
  await addStep('File')
  const page = await openMyWork()
  await noteOffline(page, 'File', 'Filed by hand')
  await letWait(page, 8)
  line.mend()
  const second = await page.context().newPage()
  const pressIn = async (tab: Page) => {
    await tab.goto('/mywork')
    await tab.locator('#outbox').getByRole('button', { name: 'Show' }).click()
    return tab.locator('#outboxdialog').getByRole('button', { name: 'Send as of now' }).elementHandle()
  }
  const presses = [await pressIn(page), await pressIn(second)]
  await presses[0]?.click()
  await eventually(() => countNotes('Filed by hand'), 1)
  await page.locator('#outbox').waitFor({ state: 'hidden' })
  // The second finger was on its way: the button that it meets is the one that it saw.
  const answered = second.waitForResponse((answer) => answer.url().endsWith('/health'))
  await presses[1]?.evaluate((button: HTMLElement) => button.click())
  await answered
  await second.locator('#outboxdialog').getByRole('button', { name: 'Close' }).click()
  await second.getByRole('button', { name: 'Start File' }).click()
  await eventually(() => isStarted('File'), true)
  await until(() => second.evaluate(() => localStorage.getItem('outbox') === null), 'nothing to wait')
  expect(await countNotes('Filed by hand')).toBe(1)
  await closePage(page)
})

test('what is selected of what waits stays selected while it grows older', async () => {
  await addStep('Etch')
  const page = await openMyWork()
  await noteOffline(page, 'Etch', 'Etched twice')
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  const dialog = page.locator('#outboxdialog')
  const said = dialog.getByText('Etched twice')
  await said.evaluate((element) => getSelection()?.selectAllChildren(element))
  await setClock(page, 1 / 24)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await dialog.getByText('1 hour ago').waitFor()
  expect(await page.evaluate(() => String(getSelection()))).toBe('Etched twice')
  await closePage(page)
})

test('what is done anew after a week waits too, behind what is too old', async () => {
  const id = await addStep('Solder')
  const page = await openMyWork()
  const openNote = async () => {
    await page.getByRole('link', { name: 'Finish Solder' }).click()
    await page.getByRole('dialog').getByText('Write a note').click()
    await page.getByLabel('New note').fill('Gate locked, nobody there')
  }
  const banner = page.locator('#outbox')
  await openNote()
  await untilStored(page, '/mywork', id)
  line.cut()
  await page.getByRole('button', { name: 'Add note' }).click()
  await banner.getByText('One change waits on this device to be sent.').waitFor()
  await letWait(page, 7.5)
  await closeStep(page)
  await page.reload()
  await banner.getByText('One has waited for longer than a week').waitFor()
  await openNote()
  await page.getByRole('button', { name: 'Add note' }).click()
  await banner.getByText('One change waits on this device').waitFor()
  await closeStep(page)
  await banner.getByRole('button', { name: 'Show' }).click()
  const dialog = page.locator('#outboxdialog')
  await dialog.getByText('Waits for the one before it.').waitFor()
  expect(await dialog.getByText('Gate locked, nobody there').count()).toBe(2)
  await closePage(page)
})

test('two tabs send what waits once, in its order', async () => {
  await addStep('Bend')
  const page = await openMyWork()
  const second = await page.context().newPage()
  await second.goto('/mywork')
  await startOffline(page, 'Bend')
  const entries = async () => (await expectOk(server.people.admin.get(`/api/jobs/${jobid}/timesheet`))).length
  const before = await entries()
  line.mend()
  await Promise.all([page, second].map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))))
  await eventually(() => isStarted('Bend'), true)
  await until(() => page.evaluate(() => localStorage.getItem('outbox') === null), 'nothing to wait')
  expect(await entries()).toBe(before + 1)
  await closePage(page)
})

test('a device whose storage is full says that nothing is saved, and claims nothing', async () => {
  await addStep('Sand')
  const page = await openMyWork()
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  })
  line.cut()
  await page.getByRole('button', { name: 'Start Sand' }).click()
  await waitForSnackbar(page, 'its storage is full or closed to this site. It is not saved.')
  await eventually(() => page.getByText('Waits to be sent').count(), 0)
  line.mend()
  expect(await isStarted('Sand')).toBe(false)
  await closePage(page)
})

test('a browser that cleared its storage is as new: nothing of it is shown as waiting or saved', async () => {
  await addStep('Oil')
  const page = await openMyWork()
  await startOffline(page, 'Oil')
  // A page of it that is open would say that it is gone.
  await page.goto('about:blank')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', {
    origin: line.url,
    storageTypes: 'indexeddb,local_storage,cache_storage,service_workers',
  })
  line.mend()
  await page.goto('/mywork')
  await page.getByRole('button', { name: 'Start Oil' }).waitFor()
  await eventually(() => page.locator('#outbox').isVisible(), false)
  await page.getByRole('button', { name: 'Start Oil' }).click()
  await eventually(() => isStarted('Oil'), true)
  await closePage(page)
})

test('another account of the same person finds nothing of the pages, and sends nothing of what waits for the first', async () => {
  const { people, services, otherid, otherroleids } = server
  const seat = {
    accountid: otherid,
    userid: people.admin.userid,
    roleids: [otherroleids.Management as string],
  }
  await addSeat(services.platform, services.tenants, seat)
  await addStep('Glue')
  // A session of its own: the switch is of all of it.
  const page = await openMyWork((await server.signIn('admin@first.test')).cookie)
  await page.goto('/notifications/all')
  await untilStored(page, '/notifications/all')
  await page.goto('/mywork')
  await startOffline(page, 'Glue')
  const change = async (id: string) => {
    line.mend()
    const answer = await page.request.post('/api/account/switch', { data: { id } })
    expect(answer.status()).toBe(200)
    await page.goto('/mywork')
  }
  // The page itself would send what waits as soon as there is a line.
  await page.goto('about:blank')
  await change(otherid)
  await page.locator('#outbox').getByText('What you did in First waits on this device').waitFor()
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  await page.locator('#outboxdialog').getByText('What you did in First waits').waitFor()
  await page.locator('#outboxdialog').getByRole('button', { name: 'Switch to First' }).waitFor()
  await page.keyboard.press('Escape')
  await until(
    async () => !(await storedUrls(page)).some((url) => url.includes('/notifications/all')),
    'it to go',
  )
  expect(await isStarted('Glue')).toBe(false)
  await page.locator('#outbox').getByRole('button', { name: 'Switch to First' }).click()
  await page.locator('#accountname', { hasText: 'First' }).waitFor()
  await eventually(() => isStarted('Glue'), true)
  await closePage(page)
})

test('storage that the browser clears while a page is open keeps the next change, and claims nothing of the last', async () => {
  await addStep('Tin')
  const page = await openMyWork()
  await startOffline(page, 'Tin')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', {
    origin: line.url,
    storageTypes: 'indexeddb,local_storage,cache_storage',
  })
  await page.getByRole('button', { name: 'Start Tin' }).click()
  await page.getByText('One change waits on this device to be sent.').waitFor()
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(() => isStarted('Tin'), true)
  await eventually(() => page.locator('#outbox').isVisible(), false)
  await closePage(page)
})

test('on a job that somebody closed meanwhile it is refused, in words, and stays', async () => {
  const { admin } = server.people
  await addStep('Fit')
  const page = await openMyWork()
  await startOffline(page, 'Fit')
  await expectOk(admin.delete(`/api/jobs/${jobid}`))
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByText('One was refused and not saved.').waitFor()
  await closePage(page)
})
