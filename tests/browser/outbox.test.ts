import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
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
  server = await startTestServer()
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
  await page.getByRole('link', { name: 'Finish Cut' }).click()
  await page.getByRole('dialog').getByText('Write a note').click()
  await page.getByLabel('New note').fill('The hinge is worn')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('2 changes wait on this device to be sent.').waitFor()
  await page.getByRole('link', { name: 'Finish Cut' }).click()
  await page.getByLabel('How long did it take?').fill('30')
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await page.getByText('3 changes wait on this device to be sent.').waitFor()
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  expect(await steps()).toEqual([['Cut', false, false]])
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await waitForSnackbar(page, '3 changes that waited were sent')
  await eventually(steps, [['Cut', true, true]])
  const notes = await expectOk(server.people.admin.get(`/api/jobs/${jobid}/notes`))
  expect(notes.map(({ message }: { message: string }) => message)).toEqual(['The hinge is worn'])
  await eventually(() => page.locator('#outbox').isVisible(), false)
  await closePage(page)
})

test('what the server refuses stays, with the reason, until it is tried again or discarded', async () => {
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
  await dialog.getByText('Somebody has skipped this step already').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard' }).last().click()
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

/** As if the device had kept all of it for so many days more. */
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
            cursor.result?.update({ ...cursor.result.value, made: cursor.result.value.made - ms })
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
  await eventually(() => dialogDepth(page), 0)
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
  await eventually(() => dialogDepth(page), 0)
  await page.reload()
  await banner.getByText('One has waited for longer than a week').waitFor()
  await openNote()
  await page.getByRole('button', { name: 'Add note' }).click()
  await banner.getByText('One change waits on this device').waitFor()
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
  const { people, services, accountid, otherid, otherroleids } = server
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
  await page.locator('#outbox').getByText('What you did in another account waits').waitFor()
  await until(
    async () => !(await storedUrls(page)).some((url) => url.includes('/notifications/all')),
    'it to go',
  )
  expect(await isStarted('Glue')).toBe(false)
  await change(accountid)
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
