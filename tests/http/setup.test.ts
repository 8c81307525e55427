import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { trades } from '#db/trades/index.ts'
import { readConfig } from '#server/config.ts'
import { type Running, start } from '#server/start.ts'

let running: Running
let folder: string
afterEach(async () => {
  await running.stop()
  rmSync(folder, { recursive: true })
})

async function empty(...flags: string[]) {
  folder = mkdtempSync(join(tmpdir(), 'joblane-setup-'))
  const place = ['--port', '0', '--host', '127.0.0.1', '--data', join(folder, 'data'), '--quiet']
  running = await start(readConfig({}, [...place, ...flags]))
}

const sipho = { firstname: 'Sipho', lastname: 'Nkosi', email: 'sipho@karoo.test', password: 'welding-2026' }

const setup = (more: Record<string, string>) =>
  fetch(`${running.url}/setup`, {
    method: 'POST',
    body: new URLSearchParams({ ...sipho, code: running.services.setupcode ?? '', ...more }),
    redirect: 'manual',
  })

/** Where the start page leads whoever was just set up, and what it shows. */
async function arrival(answer: Response) {
  expect([answer.status, await answer.text()]).toEqual([303, ''])
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const page = await fetch(running.url, { headers: { cookie } })
  return { path: new URL(page.url).pathname, text: await page.text() }
}

describe('the first start', () => {
  test('a trade that is chosen ends on its board, with the first job open', async () => {
    await empty()
    const form = await (await fetch(`${running.url}/setup`)).text()
    for (const { name } of Object.values(trades)) expect(form).toContain(`>${name}</option>`)
    const answer = await setup({ accountname: 'Platform', businessname: 'Karoo Signs', trade: 'signs' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/jobs/signs/progress?open=j1'])
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const page = await fetch(`${running.url}/jobs/signs/progress?open=j1`, { headers: { cookie } })
    const text = await page.text()
    for (const word of ['In production', 'Shopfront sign']) expect(text).toContain(word)
    const own = await fetch(`${running.url}/api/organisations`, { headers: { cookie } })
    const { data } = (await own.json()) as { data: { name: string; flagdefault: boolean }[] }
    expect(data.map(({ name, flagdefault }) => [name, flagdefault])).toEqual([['Karoo Signs', true]])
  })

  test('a business that is named gets its own account, and the person begins in it', async () => {
    await empty()
    const { path, text } = await arrival(
      await setup({
        accountname: 'Platform',
        businessname: 'Karoo Welding',
        // As it is typed in a hurry.
        code: (running.services.setupcode ?? '').replace('-', ' ').toLowerCase(),
      }),
    )
    expect(path).toBe('/')
    expect(text).toContain('Karoo Welding')
    // Their name is on their papers, with no trade chosen too; address and bank are still to be said.
    expect(text).toContain('Say who you are')
    expect(text).not.toMatch(/class="done">(?:(?!class="done")[\s\S])*Say who you are/)
    expect(text).toMatch(/href="\/admin\/organisations\/[\w-]{36}">Say who you are/)
    expect(text).toContain('Make a board')
    expect(text).toContain('Switch account')
  })

  test('address, VAT number, bank account and time zone stand on the papers from the first day', async () => {
    await empty()
    const named = { accountname: 'Platform', businessname: 'Karoo Signs', trade: 'signs' }
    const bank = { bank: 'Standard Bank', accountnumber: '012 345 678', branchcode: '051001' }
    const letterhead = { addressline1: '1 Main Road', city: 'Prince Albert', postalcode: '6930', ...bank }
    const reached = { number: '023 541 1234', businessemail: 'signs@karoo.test' }
    const form = await (await fetch(`${running.url}/setup`)).text()
    expect(form).toContain('A: two months, to Jan, Mar etc.</option>')
    const unmailed = await setup({ ...named, ...letterhead, businessemail: 'karoo' })
    expect([unmailed.status, await unmailed.text()]).toEqual([
      400,
      expect.stringContaining('This is not an e-mail address.'),
    ])
    const wrong = await setup({ ...named, ...letterhead, vatnumber: '123' })
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining('A VAT number has 10 digits'),
    ])
    const nameless = await setup({ accountname: 'Platform', trade: 'signs' })
    expect([nameless.status, await nameless.text()]).toEqual([
      400,
      expect.stringContaining('Name your business.'),
    ])
    const nobodys = await setup({ accountname: 'Platform', ...letterhead })
    expect(await nobodys.text()).toContain(
      'Name the business whose address, telephone, VAT number or bank account this is.',
    )
    const answer = await setup({
      ...named,
      ...letterhead,
      ...reached,
      vatnumber: '4210 256 398',
      vatcategory: 'B',
      zone: 'Africa/Windhoek',
    })
    expect(answer.status).toBe(303)
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const read = async (path: string) =>
      ((await (await fetch(running.url + path, { headers: { cookie } })).json()) as { data: object }).data
    expect(await read('/api/organisations')).toMatchObject([
      {
        ...letterhead,
        number: reached.number,
        email: reached.businessemail,
        vatnumber: '4210256398',
        vatcategory: 'B',
      },
    ])
    expect(await read('/api/configuration/settings')).toMatchObject({ zone: 'Africa/Windhoek' })
  })

  test('without a business the platform stands alone, with its Back office', async () => {
    await empty()
    const { path, text } = await arrival(await setup({ accountname: 'Platform', forothers: 'true' }))
    expect(path).toBe('/backoffice')
    expect(text).not.toContain('Switch account')
  })

  test('a single account is platform and business in one', async () => {
    await empty('--single-account')
    const { path, text } = await arrival(
      await setup({ accountname: 'Karoo Welding', businessname: 'Another' }),
    )
    expect(path).toBe('/')
    expect(text).toContain('Make a board')
    expect(text).not.toContain('Another')
  })

  test('needs the code of the terminal, and happens once', async () => {
    await empty()
    const wrong = await setup({ accountname: 'Platform', forothers: 'true', code: 'AAAAA-AAAAA' })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('This is not the code that the terminal shows.')
    expect((await setup({ accountname: 'Platform', forothers: 'true' })).status).toBe(303)
    expect((await setup({ accountname: 'Again' })).status).toBe(404)
    expect((await fetch(`${running.url}/setup`)).status).toBe(404)
  })
})
