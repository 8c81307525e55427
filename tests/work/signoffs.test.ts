import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readPdf } from '#tests/pdf/read.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from './jobs-support.ts'
import { addApprovedJob, createWorkShop, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
  await expectOk(server.people.admin.post('/api/organisations', { name: 'Cape Geysers' }))
})
afterAll(() => server.stop())

const DRAWN = '320 160*10 80 0 60 20 40 110 120 80*150 40 300 200 110 380'
const approved = () =>
  server.services.tenants.write(server.accountid, by, (tx) => addApprovedJob(tx, shop)) as Promise<string>
const sign = (jobid: string, body: Record<string, string>) =>
  htmxRequest(server, server.people.jobs, 'POST', `/mywork/jobs/${jobid}/signoff`, body)
const signoffs = (jobid: string) => expectOk(server.people.admin.get(`/api/jobs/${jobid}/signoffs`))

test('a client signs on the phone of whoever did the work, and the office sees by whom and when', async () => {
  const { admin, jobs } = server.people
  const id = await approved()
  const form = await htmxRequest(server, jobs, 'GET', `/mywork/jobs/${id}/signoff`)
  expect(form.html).toContain('data-signature')
  expect(form.html).toContain('0 of 3 steps are done. The client signs that the work is done.')
  const { status, trigger } = await sign(id, { name: 'Mrs Naidoo', signature: DRAWN })
  expect([status, trigger.snackbar.message]).toEqual([200, 'Signed by Mrs Naidoo'])
  const [signed, ...more] = await signoffs(id)
  expect([signed.name, signed.byname, more]).toEqual(['Mrs Naidoo', expect.any(String), []])
  const picture = await fetch(`${server.url}${signed.image}`, { headers: { cookie: admin.cookie } })
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect((await expectOk(admin.get(`/api/jobs/${id}`))).signoffs).toHaveLength(1)
  expect((await htmxRequest(server, admin, 'GET', `/tracking/${id}`)).html).toContain(
    'Signed for by Mrs Naidoo',
  )
  for (const { id: step } of await expectOk(admin.get(`/api/steps/job/${id}`)))
    await expectOk(
      admin.patch('/api/steps/job', { id: step, action: 'finish', minutes: 5, workerid: shop.worker }),
    )
  const after = (await htmxRequest(server, jobs, 'GET', `/mywork/jobs/${id}/signoff`)).html
  expect(after).toContain('Signed by Mrs Naidoo')
  expect(after).not.toContain('steps are done')
})

test('a name and a drawn signature are asked for, each where it stands, and nothing is kept without', async () => {
  const id = await approved()
  const { status, html } = await sign(id, { name: ' ', signature: '' })
  expect(status).toBe(422)
  expect(html).toContain('data-field="name"')
  expect(html).toContain('data-field="signature"')
  const call = await server.people.admin.post(`/api/jobs/${id}/signoffs`, { name: 'Ann', signature: '12' })
  expect([call.status, Object.keys(call.body.fields)]).toEqual([400, ['signature']])
  expect(await signoffs(id)).toEqual([])
})

test('the printed job card has the signature in place of an empty line', async () => {
  const { admin } = server.people
  const id = await approved()
  const print = async () => {
    const answer = await fetch(`${server.url}/api/jobs/download/${id}?format=pdf`, {
      headers: { cookie: admin.cookie },
    })
    return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).text
  }
  const before = await print()
  expect(before).not.toContain('Signed by')
  expect(before).toContain('Done by')
  await sign(id, { name: 'Mrs Naidoo', signature: DRAWN })
  const after = await print()
  expect(after).toContain('Signed by Mrs Naidoo')
  expect(after).not.toContain('Done by')
})

test('whoever may not see the job reads no signature and adds none', async () => {
  const id = await approved()
  await sign(id, { name: 'Mrs Naidoo', signature: DRAWN })
  const [{ image }] = await signoffs(id)
  const stranger = { headers: { cookie: server.people.stakeholder.cookie } }
  expect((await fetch(`${server.url}${image}`, stranger)).status).toBe(404)
  const asked = await server.people.stakeholder.post(`/api/jobs/${id}/signoffs`, {
    name: 'X',
    signature: DRAWN,
  })
  expect([403, 404]).toContain(asked.status)
})

test('a signature of the wrong job is removed with a reason, which the history keeps', async () => {
  const { admin, jobs } = server.people
  const id = await approved()
  await sign(id, { name: 'Mrs Naidoo', signature: DRAWN })
  const [signed] = await signoffs(id)
  const page = `/mywork/jobs/${id}/signoff`
  const removal = `${page}/${signed.id}/remove`
  expect((await htmxRequest(server, jobs, 'GET', page)).html).not.toContain(removal)
  expect((await htmxRequest(server, jobs, 'POST', removal, { reason: 'Wrong job' })).status).toBe(403)
  expect((await htmxRequest(server, admin, 'GET', page)).html).toContain(removal)
  expect((await htmxRequest(server, admin, 'GET', removal)).html).toContain(
    'Remove the signature of Mrs Naidoo',
  )
  const refused = await htmxRequest(server, admin, 'POST', removal, { reason: ' ' })
  expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('Say why it is removed.')])
  expect(await signoffs(id)).toHaveLength(1)
  const other = await approved()
  const elsewhere = `/api/jobs/${other}/signoffs/${signed.id}/remove`
  expect((await admin.post(elsewhere, { reason: 'Wrong job' })).status).toBe(404)
  const { trigger } = await htmxRequest(server, admin, 'POST', removal, { reason: 'Wrong job' })
  expect(trigger.snackbar.message).toBe('Signature removed')
  expect(await signoffs(id)).toEqual([])
  expect((await htmxRequest(server, admin, 'POST', removal, { reason: 'Wrong job' })).status).toBe(404)
  const told = (await htmxRequest(server, admin, 'GET', `/tracking/${id}`)).html
  expect(told).toContain('Signed for by Mrs Naidoo')
  expect(told).toContain('Signature of Mrs Naidoo removed: Wrong job')
})
