import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { setSetting } from '#db/queries/settings.ts'
import { timersOfWorker } from '#db/queries/work/time-entries.ts'
import { prepared } from '#db/sqlite.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { findMyWork, findStepPlace } from '#server/domains/work/mywork/find-my-work.ts'
import { addMs, HOUR_MS } from '#server/instants.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStakeholder, by } from './jobs-support.ts'
import { addApprovedJob, createWorkShop, viewerWith, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
})
afterAll(() => server.stop())

const worker = () => server.people.jobs
const ask = (method: string, path: string, body?: Record<string, string>) =>
  htmxRequest(server, worker(), method, path, body)
const myWork = async () => (await ask('GET', '/mywork')).html
const change = <T>(run: Parameters<typeof server.services.tenants.write<T>>[2]) =>
  server.services.tenants.write(server.accountid, by, run)

/** An approved job whose first step the worker has. */
async function giveStep(dates: { start?: string; finish?: string } = {}) {
  const jobid = await change((tx) => addApprovedJob(tx, shop))
  await server.people.admin.patch(`/api/jobs/${jobid}`, dates)
  const [step] = (await server.people.admin.get(`/api/steps/job/${jobid}`)).body.data
  await server.people.admin.patch('/api/steps/job', { id: step.id, workerid: shop.worker })
  return { jobid, id: step.id as string, name: step.step.name as string }
}

/** The heading above a step. */
async function headingOf(id: string): Promise<string | undefined> {
  const before = (await myWork()).split(`id="step-${id}"`)
  return before.length < 2 ? undefined : [...before[0]!.matchAll(/<h2>([^<]+)</g)].at(-1)?.[1]
}

describe('my work', () => {
  test('has the steps that are late before those of today, this week and later', async () => {
    const late = await giveStep({ start: '2020-01-01', finish: '2020-01-02' })
    const undated = await giveStep()
    const later = await giveStep({ start: '2099-01-01', finish: '2099-02-01' })
    expect(await headingOf(late.id)).toBe('Late')
    expect(await headingOf(undated.id)).toBe('Today')
    expect(await headingOf(later.id)).toBe('Later')
  })

  test('has the steps of a day in the order of the hours that are agreed', async () => {
    const visit = async (visittime: string) => {
      const { jobid, id } = await giveStep({ start: '2020-01-01' })
      await expectOk(server.people.admin.patch(`/api/jobs/${jobid}`, { visittime }))
      return id
    }
    const [late, none, early] = [await visit('14:30'), await visit('in the morning'), await visit('8:00')]
    const html = await myWork()
    const places = [early, late, none].map((id) => html.indexOf(`id="step-${id}"`))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(html).toContain('08:00')
  })

  test('starts, pauses, finishes and reopens with one request each', async () => {
    const { id, name } = await giveStep()
    const act = async (action: string) =>
      (await ask('POST', `/mywork/steps/${id}/${action}`)).trigger.snackbar
    expect(await act('start')).toEqual({
      level: 'success',
      message: `${name} started`,
      undo: { url: `/mywork/steps/${id}/pause` },
    })
    expect(await headingOf(id)).toBe('Running now')
    expect((await ask('GET', '/mywork/timers')).html).toContain(`Pause ${name}`)
    await act('pause')
    expect(await headingOf(id)).toBe('Today')
    expect((await ask('GET', '/mywork/timers')).html).not.toContain(`Pause ${name}`)
    expect((await act('finish')).undo.url).toBe(`/mywork/steps/${id}/reopen`)
    expect(await headingOf(id)).toBeUndefined()
    await act('reopen')
    expect(await headingOf(id)).toBe('Today')
  })

  test('has the step of somebody else while the person works on it, and pauses them alone', async () => {
    const { id, name } = await giveStep()
    const admin = (body: object) => server.people.admin.patch('/api/steps/job', { id, ...body })
    await admin({ workerid: shop.helper })
    expect(await headingOf(id)).toBeUndefined()
    for (const workerid of [shop.helper, shop.worker]) await admin({ action: 'start', workerid })
    expect(await headingOf(id)).toBe('Running now')
    const html = await myWork()
    expect(html).toContain('Hendrik has it')
    expect(html).toContain(`Finish ${name}`)
    const paused = await ask('POST', `/mywork/steps/${id}/pause`)
    expect([paused.status, paused.trigger.snackbar.undo]).toEqual([200, undefined])
    expect(await headingOf(id)).toBeUndefined()
    const running = await change((tx) => timersOfWorker(tx.db, shop.helper))
    expect(running.map(({ jobstepid }) => jobstepid)).toEqual([id])
  })

  test('asks how long a step took that nobody clocked, and why one is skipped', async () => {
    const { id } = await giveStep()
    const refusal = await ask('POST', `/mywork/steps/${id}/finish`)
    expect([refusal.status, refusal.html.includes('enter how long it took')]).toEqual([422, true])
    expect((await ask('POST', `/mywork/steps/${id}/skip`)).html).toContain('Say why this step is skipped.')
    expect((await ask('GET', `/mywork/steps/${id}?finishing=true`)).html).toContain('<details open=""')
    const { status, trigger } = await ask('POST', `/mywork/steps/${id}/finish`, { minutes: '90' })
    expect([status, JSON.stringify(trigger)]).toEqual([200, expect.stringMatching(/finished. 1.h.30 booked/)])
    expect(await myWork()).toContain('1&nbsp;h&nbsp;30'.replaceAll('&nbsp;', '\u00a0'))
  })

  test('says whom to call and where to go, as far as the person may see clients and places', async () => {
    const { admin } = server.people
    const client = await expectOk(
      admin.post('/api/clients', {
        name: 'Mrs Naidoo',
        ...{ contactname: 'Priya', contactnumber: '+27 (82) 555 0101', addressline1: '4 Bree Street' },
      }),
    )
    const { id, jobid } = await giveStep()
    await expectOk(admin.patch(`/api/jobs/${jobid}`, { client: client.id }))
    const { html } = await ask('GET', `/mywork/steps/${id}`)
    expect(html).toContain('Mrs Naidoo')
    expect(html).toContain('Priya <a href="tel:+27825550101">+27 (82) 555 0101</a>')
    expect(html).toContain('query=4%20Bree%20Street')
    const location = await expectOk(
      admin.post('/api/locations', { name: 'Flat', client: client.id, contactnumber: '021 555 0102' }),
    )
    await expectOk(admin.patch(`/api/jobs/${jobid}`, { location: location.id }))
    expect((await ask('GET', `/mywork/steps/${id}`)).html).toContain('href="tel:0215550102"')
    const without = { everything: true, claims: new Set() } as unknown as Viewer
    const seen = await change(({ db }) => findStepPlace(db, without, id))
    expect([seen?.contactnumber, seen?.address]).toEqual(['', ''])
  })

  test('offers what nobody has yet to whoever works on that board', async () => {
    const jobid = await change((tx) => addApprovedJob(tx, shop))
    const [step] = (await server.people.admin.get(`/api/steps/job/${jobid}`)).body.data
    expect(await headingOf(step.id)).toBe('Nobody has these yet')
    await ask('POST', `/mywork/steps/${step.id}/start`)
    expect(await headingOf(step.id)).toBe('Running now')
    await ask('POST', `/mywork/steps/${step.id}/finish`)
  })

  test('offers no start that would be refused: a later step in strict order, or a board one only sees', async () => {
    const { id, jobid } = await giveStep()
    const admin = server.people.admin
    await admin.patch('/api/steps/job', { id, action: 'skip', note: 'Not needed' })
    const [, second, third] = (await admin.get(`/api/steps/job/${jobid}`)).body.data
    for (const step of [second, third])
      await admin.patch('/api/steps/job', { id: step.id, workerid: shop.worker })
    const offers = async ({ id }: { id: string }) =>
      (await myWork()).includes(`hx-post="/mywork/steps/${id}/start"`)
    expect([await offers(second), await offers(third)]).toEqual([true, true])
    await change((tx) => setSetting(tx.db, 'steporder', 'block'))
    expect([await offers(second), await offers(third)]).toEqual([true, false])
    expect(await myWork()).toContain(`Comes after: ${second.step.name}.`)
    await change((tx) => setSetting(tx.db, 'steporder', 'warn'))
    const permit = (permission: string | null) =>
      admin.post('/api/boards/permissions', {
        boardid: shop.boardid,
        roleid: server.roleids.Jobs,
        permission,
      })
    await permit('see')
    expect([await offers(second), await offers(third)]).toEqual([false, false])
    expect(await myWork()).toContain('You do not work on the board of this job.')
    await permit(null)
  })

  test('says where to go', async () => {
    const { jobid } = await giveStep()
    const address = { addressline1: '7 Dock Road', city: 'Knysna' }
    const client = (await server.people.admin.post('/api/clients', { name: 'Thesen', ...address })).body.data
    await server.people.admin.patch(`/api/jobs/${jobid}`, { client: client.id })
    expect(await myWork()).toContain('7 Dock Road, Knysna')
  })

  test('asks how much of a forgotten timer was work, and keeps the answer', async () => {
    const { id } = await giveStep()
    await ask('POST', `/mywork/steps/${id}/start`)
    await change((tx) => {
      const timer = timersOfWorker(tx.db, shop.worker).find(({ jobstepid }) => jobstepid === id)!
      prepared(tx.db, 'UPDATE time_entries SET startutc = ? WHERE id = ?').run([
        addMs(tx.now, -10 * HOUR_MS),
        timer.id,
      ])
    })
    expect((await ask('GET', '/mywork/timers')).html).toContain('forgotten?')
    await ask('POST', `/mywork/steps/${id}/pause`)
    const [, address = ''] = /hx-post="(\/mywork\/time\/[^"]+)"/.exec(await myWork()) ?? []
    const { status, trigger } = await ask('POST', address, { minutes: '7:30' })
    expect([status, trigger.snackbar.message]).toEqual([200, '7\u00a0h\u00a030 kept'])
    expect(await myWork()).not.toContain('How long did you work?')
  })

  test('asks about more than a day of 8 hours, and takes no more than 24', async () => {
    const { id } = await giveStep()
    const finish = (minutes: string, more = {}) =>
      ask('POST', `/mywork/steps/${id}/finish`, { minutes, ...more })
    expect((await finish('9:00')).html).toContain('is more than a day of 8 hours')
    expect((await ask('GET', `/mywork/steps/${id}`)).html).toContain('name="long"')
    expect((await finish('30:00', { long: 'true' })).html).toContain('a day has 24 hours')
    expect((await finish('9:00', { long: 'true' })).status).toBe(200)
  })

  test('takes notes and photos of a step to its job', async () => {
    const { id, jobid } = await giveStep()
    await ask('POST', `/mywork/jobs/${jobid}/note`, { message: 'The door sticks' })
    const body = new FormData()
    body.set('filename', 'Cut')
    const headers = { cookie: worker().cookie, 'hx-request': 'true', 'sec-fetch-site': 'same-origin' }
    const take = (content: BlobPart) => {
      body.set('file', new File([content], 'IMG_1.jpg'))
      return fetch(`${server.url}/mywork/jobs/${jobid}/photo`, { method: 'POST', headers, body })
    }
    const refused = await take('No picture, whatever its name says')
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('This is no picture'),
    ])
    const taken = await take(Buffer.from('89504e470d0a1a0a', 'hex'))
    // The next photo is taken in the same dialog.
    expect([taken.status, taken.headers.get('hx-trigger')]).toEqual([
      200,
      expect.not.stringContaining('close'),
    ])
    const { body: files } = await server.people.admin.get(`/api/documents/reference/${jobid}`)
    expect(files.data).toMatchObject([{ filename: 'Cut', group: 'Photos' }])
    expect((await ask('GET', `/mywork/steps/${id}`)).html).toContain('The door sticks')
    const { body: notes } = await server.people.admin.get(`/api/jobs/${jobid}/notes`)
    expect(notes.data[0].message).toBe('The door sticks')
  })

  test('stands first in the menu of whoever begins with it', async () => {
    const menu = async (who: typeof server.people.jobs) =>
      (await who.get('/account/profile')).text.split('id="menu"')[1]?.split('</nav>')[0] ?? ''
    const own = await menu(worker())
    expect(own.indexOf('href="/mywork"')).toBeGreaterThan(0)
    expect(own.indexOf('href="/mywork"')).toBeLessThan(own.indexOf('href="/"'))
    const office = await menu(server.people.admin)
    expect(office.indexOf('href="/mywork"')).toBeGreaterThan(office.indexOf('href="/"'))
  })

  test('says so to whoever is no worker, and is closed to a StakeHolder', async () => {
    const { html } = await htmxRequest(server, server.people.management, 'GET', '/mywork')
    expect(html).toContain('You are not one of the workers yet.')
    expect((await htmxRequest(server, server.people.stakeholder, 'GET', '/mywork')).status).toBe(403)
  })

  describe('of a job that is assigned to the person', () => {
    const assign = (jobid: string, assignee: string | null) =>
      expectOk(server.people.admin.patch(`/api/jobs/${jobid}`, { assignee }))
    const told = async (person = worker()): Promise<{ code: string; message: string }[]> =>
      (await person.get('/api/communication/notifications')).body.data
    const permit = (permission: string | null) =>
      expectOk(
        server.people.admin.post('/api/boards/permissions', {
          ...{ boardid: shop.boardid, roleid: server.roleids.Jobs, permission },
        }),
      )

    /** Approved, and without a category, so without steps. */
    async function addBareJob(values: object = {}): Promise<string> {
      const job = { boardid: shop.boardid, description: 'Burst pipe', status: 3, ...values }
      return (await expectOk(server.people.admin.post('/api/jobs', job))).id
    }

    test('has it without steps, with its place, time, notes and photos', async () => {
      const jobid = await addBareJob({ client: shop.clients[0], visittime: 'between 8 and 10' })
      expect(await myWork()).not.toContain(`id="job-${jobid}"`)
      await assign(jobid, shop.worker)
      const html = await myWork()
      expect(html).toContain(`id="job-${jobid}"`)
      expect(html).toContain(`hx-get="/mywork/jobs/${jobid}?timing=true"`)
      expect(html).toContain('between 8 and 10')
      expect(html).not.toContain('Nothing is waiting for you')
      const dialog = (await ask('GET', `/mywork/jobs/${jobid}`)).html
      for (const words of ['Burst pipe', 'Acme', 'Add time', 'Write a note', 'Take a photo'])
        expect(dialog).toContain(words)
      expect((await ask('POST', '/timesheets/time', { jobid, minutes: '45' })).status).toBe(200)
      expect((await server.people.admin.get(`/api/jobs/${jobid}/timesheet`)).body.minutes).toBe(45)
    })

    test('has a job that is not approved apart, says when its work begins, and starts nothing on it', async () => {
      const draft = await addBareJob({ status: 1, assignee: shop.worker })
      const html = await myWork()
      expect(html).not.toContain('Nothing is waiting for you.')
      const apart = html.split('<h2>Given to you, not to be begun yet<')[1] ?? ''
      const card = apart.split(`id="job-${draft}"`)[1]?.split('id="job-')[0] ?? ''
      expect(card).toContain('Work begins once the job is in the lane Approve.')
      for (const offered of ['Open job', 'Take a photo']) expect(card).toContain(offered)
      for (const withheld of ['/start"', 'timing=true', 'Have the client sign'])
        expect(card).not.toContain(withheld)
      await expectOk(server.people.admin.post('/api/jobs/reorder', { jobid: draft, lane: 3 }))
      expect((await myWork()).split('<h2>Given to you, not to be begun yet<')[0]).toContain(
        `id="job-${draft}"`,
      )
    })

    test('has no complete job and none of somebody else', async () => {
      const complete = await addBareJob({ status: 4, assignee: shop.worker })
      const other = await addBareJob({ assignee: shop.helper })
      const html = await myWork()
      for (const id of [complete, other]) expect(html).not.toContain(`id="job-${id}"`)
    })

    test('has its steps on one card, also those that nobody has, before those of other jobs', async () => {
      const own = await change((tx) => addApprovedJob(tx, shop))
      await assign(own, shop.worker)
      const html = await myWork()
      expect(html.split(`id="job-${own}"`)).toHaveLength(2)
      const card = html.split(`id="job-${own}"`)[1]?.split('id="job-')[0] ?? ''
      const steps: { id: string }[] = (await server.people.admin.get(`/api/steps/job/${own}`)).body.data
      expect(steps.map(({ id }) => card.includes(`id="step-${id}"`))).toEqual([true, true, true])
      expect(await headingOf(steps[0]!.id)).toBe('Today')
      expect(html.split('<h2>Nobody has these yet<')[0]).toContain(`id="job-${own}"`)
    })

    test('without steps is started and finished as one, and then leads on to what is left', async () => {
      const jobid = await addBareJob({ assignee: shop.worker })
      const card = async () => (await myWork()).split(`id="job-${jobid}"`)[1]?.split('id="job-')[0] ?? ''
      expect(await card()).toContain(`hx-post="/mywork/jobs/${jobid}/start"`)
      expect((await ask('POST', `/mywork/jobs/${jobid}/start`)).status).toBe(200)
      const [step, ...more] = (await server.people.admin.get(`/api/steps/job/${jobid}`)).body.data
      expect([step.step.name, more]).toEqual(['Work on the job', []])
      expect(await headingOf(step.id)).toBe('Running now')
      expect((await ask('POST', `/mywork/jobs/${jobid}/start`)).status).toBe(422)
      await ask('POST', `/mywork/steps/${step.id}/finish`)
      expect(await card()).toContain('Next: the parts used, the signature of the client, then Complete.')
      expect(await card()).toContain(`hx-get="/mywork/jobs/${jobid}/signoff"`)
      const mainButton = async () =>
        /<a class="button primary"(?:(?!<\/a>).)*<span>([^<]+)<\/span><\/a>/s.exec(await card())?.[1]
      expect(await card()).toMatch(/href="[^"]+tab=output"[^>]*>(?:(?!<\/a>).)*Parts used/s)
      expect(await mainButton()).toBe('Parts used')
      const line = { jobid, role: 2, description: 'Valve', estimated: 1 }
      const added = await expectOk(server.people.admin.post('/api/materials', line))
      await expectOk(server.people.admin.patch(`/api/materials/${added.id}`, { consumed: 1 }))
      expect(await card()).toContain('Next: the signature of the client, then Complete.')
      expect(await mainButton()).toBe('Have the client sign')
      const name = 'Mrs Naidoo'
      const signature = '320 160*10 80 0 60 20 40 110 120 80'
      await expectOk(worker().post(`/api/jobs/${jobid}/signoffs`, { name, signature }))
      const told = await card()
      for (const words of ['1 line used', 'Signed by Mrs Naidoo', 'Next: Complete.', 'See the signature'])
        expect(told).toContain(words)
      expect(told).not.toContain('Have the client sign')
      expect(await mainButton()).toBe('Complete the job')
      const question = (await ask('GET', `/mywork/jobs/${jobid}/complete`)).html
      expect(question).toContain('It moves to the lane Complete and leaves your work.')
      const answer = await ask('POST', '/bulkchanges', { ids: jobid, lane: '4', confirmed: 'true' })
      expect(answer.trigger.snackbar).toMatchObject({ message: '1 job moved to Complete' })
      const html = await myWork()
      expect(html).not.toContain(`id="job-${jobid}"`)
      expect(html.split('<h2>Completed today<')[1]).toContain('Burst pipe')
    })

    test('gets the steps of a category that is ticked after its approval', async () => {
      const jobid = await addBareJob({ assignee: shop.worker })
      await expectOk(server.people.admin.patch(`/api/jobs/${jobid}`, { categories: [shop.category] }))
      expect((await server.people.admin.get(`/api/steps/job/${jobid}`)).body.data).toHaveLength(3)
    })

    test('can be photographed on its tab of files, by who may add no other file', async () => {
      const jobid = await addBareJob({ assignee: shop.worker })
      const panel = async () => (await ask('GET', `/documents/panel/jobs/${jobid}`)).html
      expect(await panel()).toContain(`hx-post="/mywork/jobs/${jobid}/photo"`)
      // What it is called while it waits to be sent.
      expect(await panel()).toMatch(/data-outbox="Photo of J\S*"/)
      expect(await panel()).not.toContain('Add files')
      await permit('see')
      expect(await panel()).not.toContain('/photo"')
      await permit(null)
    })

    test('comes with a notification, once, and not to who took it', async () => {
      const jobid = await addBareJob()
      const before = (await told()).length
      await assign(jobid, shop.worker)
      await assign(jobid, shop.worker)
      const [last, ...rest] = await told()
      expect([last!.code, rest.length]).toEqual(['assigned', before])
      expect(last!.message).toContain('to you: Burst pipe')
      await assign(jobid, null)
      await addBareJob({ assignee: shop.worker })
      expect(await told()).toHaveLength(before + 2)
      await expectOk(worker().patch(`/api/jobs/${await addBareJob()}`, { assignee: shop.worker }))
      expect(await told()).toHaveLength(before + 2)
    })

    test('is told to nobody who may not see its board: whoever gave it hears that', async () => {
      const jobid = await addBareJob({ description: 'Dismissal of Mr X' })
      await permit('none')
      const before = (await told()).length
      await assign(jobid, shop.worker)
      await addBareJob({ description: 'Dismissal of Mr Y', assignee: shop.worker })
      expect((await worker().get(`/api/jobs/${jobid}`)).status).toBe(404)
      expect(await myWork()).not.toContain('Dismissal')
      const [last] = await told(server.people.admin)
      expect(last!.message).toMatch(/^You assigned job J\d+ to Wendy, who may not see it and was not told\.$/)
      await permit(null)
      expect(await told()).toHaveLength(before)
      expect(await myWork()).toContain('Dismissal')
    })

    test('is told and listed at the places alone that the person may see', async () => {
      const { admin, stakeholder } = server.people
      const userid = stakeholder.userid
      const guard = await expectOk(admin.post('/api/workers', { name: 'Sipho', userid }))
      await addStakeholder(server, shop.locations[0], userid)
      const jobs = await Promise.all(
        shop.locations.map((location) => addBareJob({ location, assignee: guard.id })),
      )
      expect((await told(stakeholder)).map(({ code }) => code)).toEqual(['assigned'])
      const listed = await change((tx) => {
        const viewer = { ...viewerWith(tx), locations: new Set([shop.locations[0]]) }
        return findMyWork(tx.db, viewer, userid)?.jobs.map(({ id }) => id)
      })
      expect(listed).toEqual([jobs[0]!])
    })

    test('is told whoever makes it, and not of a template', async () => {
      const before = (await told()).length
      const template = await addBareJob({ template: true, status: 1, assignee: shop.worker })
      await assign(template, null)
      await assign(template, shop.worker)
      expect(await told()).toHaveLength(before)
      await expectOk(server.people.admin.post(`/api/jobs/template/${template}`, {}))
      expect(await told()).toHaveLength(before + 1)
    })
  })
})
