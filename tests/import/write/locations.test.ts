import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { addSeat, addUser } from '#server/access/accounts.ts'
import { importPages, previewCounts } from '#tests/import/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { contentsOf } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let pages: ReturnType<typeof importPages>
let anna: string
beforeAll(async () => {
  server = await startTestServer()
  pages = importPages(server)
  anna = await person('anna@first.test', 'Anna', 'Nel', 'StakeHolder')
  await person('ben@first.test', 'Ben', 'Nel', 'StakeHolder')
  await person('carl@first.test', 'Carl', 'Nel, snr', 'StakeHolder')
  await person('jan1@first.test', 'Jan', 'Smit', 'Agent')
  await person('jan2@first.test', 'Jan', 'Smit', 'StakeHolder')
})
beforeEach(() =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, (tx) => {
    for (const table of [
      'location_stakeholders',
      'locations',
      'clients',
      'import_keys',
      'import_parts',
      'imports',
    ])
      prepared(tx.db, `DELETE FROM ${table}`).run()
  }),
)
afterAll(() => server.stop())

const rows = <Row>(sql: string): Row[] =>
  server.services.tenants.read(server.accountid, (db) => prepared<Row>(db, sql).all())

/** Each location with its parent, who answers for it and who follows it. */
const tree = () =>
  Object.fromEntries(
    rows<{ name: string; of: string | null; by: string | null; seen: string | null }>(
      `SELECT l.name, p.name AS "of", u.email AS "by",
         (SELECT group_concat(s.email, ' ' ORDER BY s.email) FROM location_stakeholders AS k JOIN users AS s ON s.id = k.userid
          WHERE k.locationid = l.id) AS seen
       FROM locations AS l LEFT JOIN locations AS p ON p.id = l.parent LEFT JOIN users AS u ON u.id = l.responsibilityid`,
    ).map(({ name, of, by, seen }) => [name, [of, by, seen]]),
  )

const bring = (...lines: string[]) => pages.importList('locations', lines.join('\n'))
async function problemsOf(...lines: string[]) {
  const { url } = await pages.upload('locations', lines.join('\n'))
  const html = await pages.dryRun(url)
  const csv = await (await pages.call('GET', `${url}/problems`)).text()
  return { counts: previewCounts(html), csv }
}
async function person(email: string, firstname: string, lastname: string, role: string) {
  const { platform, tenants } = server.services
  const userid = await platform.write((tx) =>
    addUser(tx, { email, firstname, lastname, passwordhash: 'none' }),
  )
  await addSeat(platform, tenants, {
    accountid: server.accountid,
    userid,
    roleids: [server.roleids[role] as string],
  })
  return userid
}
const undo = (url: string) => pages.undo(url)

describe('a list of locations', () => {
  test('brings of what each is a part, whichever comes first, by name or by its own code', async () => {
    const { trial } = await bring(
      'Id,Name,Part of',
      '7,Bench,Workshop',
      '8,Workshop,Yard',
      '9,Yard,',
      '10,Drawer,7',
      '11,Rack,YARD ',
    )
    expect(trial).toEqual([5, 0, 0, 0])
    expect(tree()).toMatchObject({
      Bench: ['Workshop', null, null],
      Workshop: ['Yard', null, null],
      Yard: [null, null, null],
      Drawer: ['Bench', null, null],
      Rack: ['Yard', null, null],
    })
    // A later list names what an earlier one brought, by its name or by that list's code.
    await bring('Id,Name,Part of', '12,Box,10', '13,Hook,Rack')
    expect(tree()).toMatchObject({ Box: ['Drawer', null, null], Hook: ['Rack', null, null] })
  })

  test('is refused with the row where a place would be part of itself, or of nothing that is there', async () => {
    const { counts, csv } = await problemsOf(
      'Name,Part of',
      'North,South',
      'South,East',
      'East,North',
      'West,Nowhere',
      'Own,Own',
      'Fine,East',
    )
    expect(counts).toEqual([0, 0, 0, 6])
    for (const [line, said] of [
      [2, 'would make the location a part of itself'],
      [3, 'would make the location a part of itself'],
      [4, 'would make the location a part of itself'],
      [5, '“Nowhere” is not among the locations.'],
      [6, 'would make the location a part of itself'],
      // Without the circle there is nothing that it could be a part of.
      [7, '“East” is not among the locations.'],
    ] as const)
      expect(
        csv.split('\r\n').some((row) => {
          const [lines = '', column] = row.replaceAll('"', '').split(';')
          return lines.split(', ').includes(`${line}`) && column === 'Part of' && row.includes(said)
        }),
        `${line}`,
      ).toBe(true)
    expect(rows('SELECT id FROM locations')).toEqual([])
    // A circle that only closes with what the account has.
    await bring('Name,Part of', 'Inner,Outer', 'Outer,')
    const closing = await problemsOf('Name,Part of', 'Outer,Inner')
    expect([closing.counts, closing.csv.includes('would make the location a part of itself')]).toEqual([
      [0, 0, 0, 1],
      true,
    ])
  })

  test('tells places of one name apart by their clients', async () => {
    await pages.importList('clients', 'Name\nAcme\nBolt - Co')
    await bring('Name,Client', 'Yard,Acme', 'Yard,Bolt - Co', 'Yard,')
    const { counts, csv } = await problemsOf('Name,Part of', 'Alone,Yard - Nobody')
    expect([counts, csv.includes('not among the locations')]).toEqual([[0, 0, 0, 1], true])
    await bring('Name,Client,Part of', 'Shed,Acme,Yard', 'Hut,,Yard - Bolt - Co', 'Den,Acme,Yard - no client')
    const found = rows<{ name: string; client: string | null }>(
      `SELECT l.name, c.name AS client FROM locations AS l JOIN locations AS p ON p.id = l.parent
       LEFT JOIN clients AS c ON c.id = p.client ORDER BY l.name`,
    )
    expect(found).toEqual([
      { name: 'Den', client: null },
      { name: 'Hut', client: 'Bolt - Co' },
      { name: 'Shed', client: 'Acme' },
    ])
  })

  test('brings who is responsible and who follows, by e-mail or by name', async () => {
    const head = 'Name;Responsible;Stakeholders'
    const wrong = await problemsOf(
      head,
      'A;Jan Smit;',
      'B;nobody@first.test;',
      'C;;jan1@first.test',
      'D;jan1@first.test;Anna Nel',
      'E;nobody;Jan Smit',
    )
    expect(wrong.counts).toEqual([1, 0, 0, 4])
    // Of one row, too, everything is told at once.
    expect(wrong.csv.match(/^6;/gm)).toHaveLength(2)
    expect(wrong.csv).toContain('“Jan Smit” is the name of 2 people: write the e-mail.')
    expect(wrong.csv).toContain('“nobody@first.test” is nobody’s name or e-mail in this account.')
    expect(wrong.csv).toContain('“jan1@first.test” does not have the StakeHolder role.')
    await bring(head, 'A;JAN1@first.test;"anna nel, jan2@first.test; Anna Nel"', 'B;agent Tester;')
    expect(tree()).toEqual({
      A: [null, 'jan1@first.test', 'anna@first.test jan2@first.test'],
      B: [null, 'agent@first.test', null],
    })
  })

  test('changes what the account has, tells its history, and is taken back whole', async () => {
    await bring('Name;Part of;Stakeholders', 'Hall;;Anna Nel', 'Desk;Hall;')
    const { url, trial } = await bring(
      'Name;Part of;Responsible;Stakeholders',
      'Hall;Site;admin@first.test;Ben Nel',
      'Desk;Hall;;Anna Nel',
      'Site;;;ben@first.test',
    )
    expect(trial).toEqual([1, 2, 0, 0])
    expect(tree()).toEqual({
      Hall: ['Site', 'admin@first.test', 'ben@first.test'],
      Desk: ['Hall', null, 'anna@first.test'],
      Site: [null, null, 'ben@first.test'],
    })
    const { id } = rows<{ id: string }>(`SELECT id FROM locations WHERE name = 'Hall'`)[0]!
    const history = await expectOk(server.people.admin.get(`/api/locations/${id}/history`))
    const told = history.map(({ field, oldvalue, newvalue }: Record<string, string>) => [
      ...[field, oldvalue, newvalue],
    ])
    expect(told).toContainEqual(['parent', '', 'Site'])
    expect(told).toContainEqual(['responsibilityid', '', 'admin Tester'])
    expect(told).toContainEqual(['stakeholder', 'Anna Nel', ''])
    expect(told).toContainEqual(['stakeholder', '', 'Ben Nel'])
    expect(await undo(url)).toContain('1 removed')
    expect(tree()).toEqual({ Hall: [null, null, 'anna@first.test'], Desk: ['Hall', null, null] })
  })

  test('keeps whom somebody linked since when it is taken back', async () => {
    await bring('Name', 'Hall')
    const { url } = await bring('Name;Stakeholders;City', 'Hall;Ben Nel;Paarl')
    const { id } = rows<{ id: string }>('SELECT id FROM locations')[0]!
    await expectOk(server.people.admin.post(`/api/locations/stakeholder/${id}/${anna}`))
    expect(await undo(url)).toContain('1 as before')
    expect(tree()).toEqual({ Hall: [null, null, 'anna@first.test ben@first.test'] })
    expect(rows<{ city: string }>('SELECT city FROM locations')).toEqual([{ city: '' }])
  })

  test('goes out and comes in again without a change, and into an empty account as it was', async () => {
    await pages.importList('clients', 'Name\nAcme\nBolt - Co')
    await bring(
      'Name;Client;Part of;Responsible;Stakeholders',
      'Yard;Acme;;admin Tester;Anna Nel',
      'Yard;Bolt - Co;Yard - Acme;;"anna@first.test, carl@first.test"',
      'Yard;;Yard - Bolt - Co;;',
      'Shed - old;;Yard - no client;agent@first.test;',
      'Shed;Acme;Shed - old;;',
    )
    const brought = tree()
    const taken: Uint8Array[] = []
    for (const format of ['csv', 'xlsx']) {
      const answer = await pages.call('GET', `/admin/locations/export?archived=true&format=${format}`)
      taken.push(new Uint8Array(await answer.arrayBuffer()))
      const { url } = await pages.upload('locations', taken.at(-1)!, `list.${format}`)
      const before = contentsOf(server.services.tenants, server.accountid)
      expect([format, ...previewCounts(await pages.dryRun(url))]).toEqual([format, 0, 0, 5, 0])
      expect(contentsOf(server.services.tenants, server.accountid)).toBe(before)
    }
    const text = new TextDecoder().decode(taken[0])
    expect(text).toContain('Anna Nel, carl@first.test')
    for (const past of rows<{ id: string }>(
      "SELECT id FROM imports WHERE noun = 'locations' ORDER BY doneutc DESC",
    ))
      await undo(`/import/locations/${past.id}`)
    expect(rows('SELECT id FROM locations')).toEqual([])
    const { trial } = await pages.importList('locations', taken[1]!, {}, 'list.xlsx')
    expect([trial, tree()]).toEqual([[5, 0, 0, 0], brought])
  })
})
