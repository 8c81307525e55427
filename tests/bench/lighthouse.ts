import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '#tests/support/chromium.ts'
import { isReached, type Row, table } from './table.ts'

/** 176 MB with what it needs, so that it is fetched into a folder of its own: none of it is part of the program. */
const PACKAGES = { lighthouse: '13.5.0' }
const folder = join(tmpdir(), 'joblane-lighthouse')

const OWNER = { userName: 'owner@northwind.test', password: 'joblane-demo-1' }
const PAGES = ['/signin', '/', '/jobs/workshop/progress', '/inventory']
const FORMS = ['desktop', 'phone'] as const
/** Points of a hundred. */
const LEAST: Record<string, Record<(typeof FORMS)[number], number>> = {
  performance: { desktop: 99, phone: 95 },
  accessibility: { desktop: 100, phone: 100 },
  'best-practices': { desktop: 100, phone: 100 },
}

type Report = {
  categories: Record<string, { title: string; score: number | null }>
  runtimeError?: { message: string }
}
type Visit = { url: string; path: string; form: (typeof FORMS)[number]; cookie: string }

/** Lighthouse on pages of a running server with the demo data: `bun tests/bench/lighthouse.ts URL [PATH…]`. */
async function main([url = 'http://127.0.0.1:3000', ...paths]: string[]): Promise<void> {
  await fetchLighthouse()
  const cookie = await signIn(url)
  const rows: Row[] = []
  for (const path of paths.length > 0 ? paths : PAGES)
    for (const form of FORMS) {
      console.error(`${path}, ${form} …`)
      rows.push(...(await measure({ url, path, form, cookie: path === '/signin' ? '' : cookie })))
    }
  console.log(table(rows))
  process.exitCode = rows.every(isReached) ? 0 : 1
}

async function fetchLighthouse(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }))
  const child = Bun.spawn([process.execPath, 'install', '--ignore-scripts'], {
    cwd: folder,
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await child.exited) !== 0) throw new Error('Lighthouse could not be fetched.')
}

async function signIn(url: string): Promise<string> {
  const body = new URLSearchParams(OWNER)
  const answer = await fetch(`${url}/signin`, { method: 'POST', body, redirect: 'manual' })
  const [cookie] = answer.headers.getSetCookie()
  if (!cookie) throw new Error(`${OWNER.userName} could not sign in at ${url}: does it hold the demo data?`)
  return cookie.split(';', 1)[0] ?? ''
}

async function measure({ url, path, form, cookie }: Visit): Promise<Row[]> {
  const { categories, runtimeError } = await readReport({ url, path, form, cookie })
  if (runtimeError) throw new Error(`${path}: ${runtimeError.message}`)
  return Object.entries(LEAST).map(([name, least]) => ({
    what: `${path}, ${form}: ${categories[name]?.title}`,
    ours: Math.round((categories[name]?.score ?? 0) * 100),
    ...{ reference: Number.NaN, ratio: Number.NaN, unit: 'points', reach: `at least ${least[form]}` },
  }))
}

/** By Node, for which Lighthouse is made. */
async function readReport({ url, path, form, cookie }: Visit): Promise<Report> {
  const out = mkdtempSync(join(tmpdir(), 'joblane-lighthouse-'))
  const report = join(out, 'report.json')
  try {
    const child = Bun.spawn(
      [
        ...['node', join(folder, 'node_modules/lighthouse/cli/index.js'), `${url}${path}`],
        ...['--quiet', '--output=json', `--output-path=${report}`],
        ...[`--only-categories=${Object.keys(LEAST)}`, '--chrome-flags=--headless --no-sandbox'],
        ...(form === 'desktop' ? ['--preset=desktop'] : []),
        ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
      ],
      {
        env: { ...process.env, CHROME_PATH: await findChromium() },
        stdout: 'ignore',
        stderr: 'inherit',
      },
    )
    if ((await child.exited) !== 0) throw new Error(`Lighthouse failed at ${path}.`)
    return await Bun.file(report).json()
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

if (import.meta.main) await main(process.argv.slice(2))
