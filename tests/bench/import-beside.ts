import { importPages } from '#tests/import/support.ts'
import { setPaidSeats } from '#tests/people/users-support.ts'
import { startTestServer } from '#tests/support/server.ts'
import { beside } from './beside.ts'
import { figureAlone, type Row } from './table.ts'

const ROWS = 100_000

/** A hundred thousand items come in by the pages and go again, while another business works. */
export async function benchImportBeside(): Promise<Row[]> {
  const server = await startTestServer()
  const pages = importPages(server)
  const items = Array.from({ length: ROWS }, (_, n) => {
    const code = String(n).padStart(6, '0')
    return `${code};${code} Kliënt ${n} & Seuns;Bosch;M ${code};B${code};12,50`
  })
  const csv = ['Code;Material name;Make;Model;Barcode;Rate', ...items].join('\r\n')
  const { url } = await pages.upload('inventory', csv)
  const figures: Row[] = []
  const steps: [what: string, run: () => Promise<unknown>, atmost: number][] = [
    ['a trial run of 100 000 items', () => pages.dryRun(url), 5_000],
    ['bringing them in', () => pages.run(url), 15_000],
    ['taking them back', () => pages.undo(url), 15_000],
  ]
  for (const [what, run, atmost] of steps) {
    const { took, lag } = await beside(server, run)
    figures.push(
      figureAlone(`${what}, from the click to the end`, took, `at most ${atmost} ms`),
      figureAlone('the longest that it holds up everybody else', lag, 'at most 100 ms'),
    )
  }
  await server.stop()
  return figures
}

const PEOPLE = 400

/** As many people as a file may bring in a day are invited, each by mail. */
export async function benchPeopleBeside(): Promise<Row[]> {
  const server = await startTestServer()
  await setPaidSeats(server, PEOPLE * 2)
  const form = new FormData()
  const people = Array.from({ length: PEOPLE }, (_, n) => `p${n}@people.test,Ann ${n},Bee,Agent`)
  form.append('file', new File([['email,firstname,lastname,roles', ...people].join('\n')], 'people.csv'))
  const { took, lag } = await beside(server, () =>
    server.people.admin.call('POST', '/api/users/import', form),
  )
  await server.stop()
  return [
    figureAlone('400 people are invited by a file', took, 'at most 3000 ms'),
    figureAlone('the longest that it holds up everybody else', lag, 'at most 100 ms'),
  ]
}
