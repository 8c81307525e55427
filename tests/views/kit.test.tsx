import { describe, expect, test } from 'bun:test'
import type { ReactElement } from 'react'
import { renderToStaticMarkup as html } from 'react-dom/server'
import { NotificationItems } from '#views/layout/notifications.tsx'
import { Avatar, initials } from '#views/ui/avatar.tsx'
import { dotStyle, nameHue, safeColour } from '#views/ui/colour.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { FormErrors } from '#views/ui/form.tsx'
import { Checkbox, DateInput, DecimalInput, TextInput } from '#views/ui/inputs.tsx'
import { Island, scriptJson } from '#views/ui/island.tsx'
import { withQuery } from '#views/ui/links.ts'
import { Pager } from '#views/ui/pager.tsx'
import { PageTitle, truncate } from '#views/ui/pagetitle.tsx'
import { Select } from '#views/ui/select.tsx'
import { Chip } from '#views/ui/small.tsx'
import { Table } from '#views/ui/table.tsx'
import { contrastWithWhite } from './oklch.ts'

const attack = `"><img src=x onerror=alert(1)>`

describe('what people typed stays text', () => {
  const pieces: [string, ReactElement][] = [
    ['field', <TextInput key="" label={attack} name="name" value={attack} hint={attack} error={attack} />],
    [
      'chip',
      <Chip key="" colour={attack}>
        {attack}
      </Chip>,
    ],
    ['title', <PageTitle key="" title={attack} subtitle={attack} />],
    ['avatar', <Avatar key="" name={attack} />],
    [
      'select',
      <Select key="" label="a" name="b" value={attack} options={[{ value: attack, label: attack }]} />,
    ],
    ['dialog', <Dialog key="" title={attack} url={`/${attack}`} />],
    [
      'notification',
      <NotificationItems
        key=""
        items={[{ id: '1', type: 'info', message: attack, dateutc: '2026-01-01T00:00:00Z' }]}
        zone="Africa/Johannesburg"
      />,
    ],
    ['errors', <FormErrors key="" message={attack} fields={{ name: attack }} />],
    ['island', <Island key="" name="board" props={{ title: `${attack}</script><script>` }} />],
  ]
  test.each(pieces)('%s', (_, piece) => {
    const markup = html(piece)
    expect(markup).not.toContain('<img src=x')
    expect(markup).not.toContain('</script><script>')
  })

  test('a colour can only be a colour', () => {
    expect(safeColour('#3e8fc9')).toBe('#3e8fc9')
    expect(safeColour('#fff')).toBe('#fff')
    expect(safeColour('red;background:url(//x)')).toBeUndefined()
    expect(dotStyle('#12345')).toBeUndefined()
    expect(html(<Chip colour="red;position:fixed">x</Chip>)).not.toContain('position')
  })
})

describe('fields', () => {
  test('an error names its control and is tied to it, before the hint', () => {
    const markup = html(
      <TextInput label="Name" name="name" required maxlength={60} hint="Short." error="Missing." />,
    )
    expect(markup).toContain('aria-invalid="true"')
    expect(markup).toContain('aria-describedby="f-name-error f-name-hint"')
    expect(markup).toContain('id="f-name-error"')
    expect(markup).toContain('for="f-name"')
    expect(markup).toContain('maxLength="60"'.toLowerCase())
  })

  test('a sound field says nothing of errors', () => {
    const markup = html(<TextInput label="Name" name="name" value={null} />)
    expect(markup).not.toContain('aria-invalid')
    expect(markup).not.toContain('aria-describedby')
    expect(markup).toContain('value=""')
  })

  test('a decimal is text for the keyboard of figures, so that the comma survives', () => {
    const markup = html(<DecimalInput label="Rate" name="linerate" value="12,5" />)
    expect(markup).toContain('inputMode="decimal"')
    expect(markup).toContain('type="text"')
    expect(markup).toContain('value="12,5"')
  })

  test('a box for a date reads as every date does, and sends it as YYYY-MM-DD', () => {
    const box = html(<DateInput label="Due" name="finish" value="2026-11-21" />)
    expect(box).toContain('data-shown="21 Nov 2026"')
    expect(box).toContain('value="2026-11-21"')
    expect(html(<DateInput label="Due" name="finish" />)).toContain('data-shown=""')
  })

  test('a checkbox sends true, and zero is a value', () => {
    expect(html(<Checkbox label="VAT exempt" name="vatexempt" checked />)).toMatch(/checked="" value="true"/)
    expect(html(<TextInput label="Count" name="count" value={0} />)).toContain('value="0"')
  })

  test('a dialog carries the version that was read', () => {
    const markup = html(<Dialog title="Client" url="/clients/1" method="patch" version={7} />)
    expect(markup).toContain('hx-patch="/clients/1"')
    expect(markup).toContain('<input type="hidden" data-version="" name="version" value="7"/>')
  })
})

type Row = { id: string; name: string; total: number }
const rows: Row[] = [{ id: '1', name: 'Around the Horn', total: 5 }]
const table = (url: string, some = rows) =>
  html(
    <Table
      caption="Clients"
      columns={[
        { key: 'name', head: 'Name', sortable: true, cell: (row) => row.name },
        { key: 'total', head: 'Total', sortable: true, numeric: true, cell: (row) => row.total },
      ]}
      rows={some}
      rowid={(row) => row.id}
      href={(row) => `/clients/${row.id}`}
      url={url}
      region="clients"
      empty={<p>No clients have been added</p>}
    />,
  )

describe('tables', () => {
  test('a head sorts up, then down, keeps the filters and starts at the first page', () => {
    expect(table('/clients?search=ho&skip=50')).toContain('href="/clients?search=ho&amp;sort=name"')
    const up = table('/clients?search=ho&sort=name&skip=50')
    expect(up).toContain('href="/clients?search=ho&amp;sort=-name"')
    expect(up).toMatch(/aria-sort="ascending"/)
    expect(table('/clients?sort=-name')).toMatch(/aria-sort="descending".*href="\/clients\?sort=name"/)
  })

  test('the first cell is the way in, figures stand right', () => {
    const markup = table('/clients')
    expect(markup).toContain('class="rowlink" href="/clients/1" hx-get="/clients/1" hx-target="#dialog"')
    expect(markup).toContain('<td class="number" data-label="Total">5</td>')
  })

  test('no rows: the next step in their place', () => {
    const markup = table('/clients', [])
    expect(markup).toContain('No clients have been added')
    expect(markup).not.toContain('<table')
  })
})

describe('pages of a list', () => {
  const pager = (skip: number, total = 91) =>
    html(<Pager total={total} skip={skip} take={25} url="/clients?sort=name&skip=1" region="clients" />)

  test('says where one is and leads on with everything kept', () => {
    expect(pager(25)).toContain('26–50 of 91')
    expect(pager(25)).toContain('Page 2 of 4')
    const unended = html(<Pager total={500} more skip={0} take={50} url="/jobs" region="jobs" />)
    expect(unended).toContain('1–50 of at least 500')
    expect(unended).toContain('Page 1 of at least 10')
    expect(pager(25)).toContain('href="/clients?sort=name&amp;skip=50"')
  })

  test('no way back from the first page or on from the last', () => {
    expect(pager(0)).not.toContain('rel="prev"')
    expect(pager(0)).toContain('rel="next"')
    expect(pager(75)).toContain('76–91 of 91')
    expect(pager(75)).not.toContain('rel="next"')
  })

  test('nothing when everything is in sight', () => {
    expect(pager(0, 25)).toBe('')
  })

  test('an address without needless values', () => {
    expect(withQuery('/a?b=1&c=2', { b: '', c: null, d: false, e: 0 })).toBe('/a?e=0')
    expect(withQuery('/a?b=1', { b: undefined })).toBe('/a')
  })
})

describe('words and colours of people', () => {
  test('initials', () => {
    expect(initials('Thandi van der Merwe')).toBe('TM')
    expect(initials('nancy@northwind.test')).toBe('N')
    expect(initials('  ')).toBe('?')
  })

  test('white initials are readable on every hue', () => {
    for (let hue = 0; hue < 360; hue += 24)
      expect(contrastWithWhite(0.46, 0.09, hue), `hue ${hue}`).toBeGreaterThanOrEqual(4.5)
  })

  test('a name keeps its hue, and names spread over the hues', () => {
    expect(nameHue('Nancy Davolio ')).toBe(nameHue('nancy davolio'))
    const hues = new Set(Array.from({ length: 200 }, (_, i) => nameHue(`Person ${i}`)))
    expect(hues.size).toBe(15)
  })

  test('subtitles are cut at 100 characters and keep 500 as their tooltip', () => {
    const markup = html(<PageTitle title="a" subtitle={'é'.repeat(600)} />)
    expect(markup).toContain(`>${'é'.repeat(99)}…<`)
    expect(markup).toContain(`title="${'é'.repeat(499)}…"`)
    expect(truncate('short', 100)).toBe('short')
    expect([...truncate('😀'.repeat(9), 4)]).toHaveLength(4)
  })
})

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>

describe('islands', () => {
  test('props travel as JSON that reads back the same', () => {
    const props = { title: '</script><!-- <b>', n: 1.5, list: ['ü'] }
    expect(JSON.parse(scriptJson(props))).toEqual(props)
    expect(scriptJson(props)).not.toContain('<')
  })

  test('a component is rendered into the place that the island is drawn in', () => {
    const markup = html(<Island name="hello" props={{ name: 'Sipho' }} component={Hello} />)
    expect(markup).toContain('data-root="" data-hydrate=""><p>Hello <!-- -->Sipho</p>')
    expect(
      html(
        <Island name="hello" props={{}}>
          wait
        </Island>,
      ),
    ).toContain('data-root="">wait')
  })
})
