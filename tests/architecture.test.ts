import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { accountClaims } from '#server/access/claims.ts'
import { fieldLabels } from '#views/field-labels.ts'
import { type Source, source, sources } from './support/sources.ts'

// It reads every file, which takes longer where the machine is busy.
setDefaultTimeout(120_000)

type Rule = { name: string; broken: (file: Source) => boolean; sample: [path: string, text: string] }

const wing = (path: string) => path.split('/')[0]
const imports = (file: Source, place: RegExp) => file.imports.some((path) => place.test(path))
const within = (file: Source, ...places: string[]) => places.some((place) => file.path.startsWith(place))
// Pages are .tsx; what is left beside the calls and their schemas are rules.
const isRule = (path: string) => /^server\/domains\/.+\/(?!(api|input)\b)[^/]+\.ts$/.test(path)

const moneyWords = /cents|price|amount|\bvat|total|rand\b|rate|cost|margin|quantity/i
const EARLY_KEYS = 'views/layout/early-keys.tsx'
const innerHtml = ['views/ui/island.tsx', 'views/ui/icon.tsx', 'views/ui/rich-text.tsx', EARLY_KEYS]

const formsBesideCalls = [
  // The dialog of an import takes people or rights at one address, and each of them has a call of its own.
  'importPeople',
  'importRoles',
  // The form stands outside the gate, which would open the very account that cannot be opened.
  'switchAccount',
]

// They open the transaction of a change, or run beside any.
const aroundChanges = [
  'changeRights',
  'createGranter',
  'syncMembershipsNow',
  'whileConnected',
  'withLinkSite',
]

const importSteps = ['read', 'map', 'check', 'write', 'undo', 'run']

const rules: Rule[] = [
  {
    name: 'what several pages call a field stands in views/field-labels.ts alone',
    broken: (file) =>
      file.path !== 'views/field-labels.ts' &&
      Object.values(fieldLabels).some((label) => new RegExp(`['">]${label}['"<]`).test(file.text)),
    sample: ['views/a.tsx', `<dt>${fieldLabels.due}</dt>`],
  },
  {
    name: 'the server leaves islands to the views',
    broken: (file) => wing(file.path) === 'server' && imports(file, /^islands\//),
    sample: ['server/app.ts', "import { Board } from '#islands/board/board.tsx'; Board()"],
  },
  {
    name: 'views are handed plain data, and of the islands they know the components',
    broken: (file) =>
      wing(file.path) === 'views' &&
      imports(
        file,
        /^(server|db(?!\/(job-status|stock-classes|hour-words)\.ts$))\/|^islands\/.*(?<!\.tsx)$|^bun:|^drizzle/,
      ),
    sample: ['views/a/list.tsx', "import { open } from '../../db/tenants.ts'; open()"],
  },
  {
    name: 'islands run in the browser: of the rest of the program they know types, the kit and how values read',
    broken: (file) =>
      wing(file.path) === 'islands' &&
      imports(
        file,
        /^(db(?!\/(job-status|stock-classes|hour-words)\.ts$)|tests)\/|^server\/(?!domains\/.+\/(line-)?fields\.ts$)|^views\/(?!ui\/(?!island\.)|format\.ts)|^bun(:|$)|^node:|^drizzle|^elysia/,
      ),
    sample: ['islands/board/board.tsx', "import { round } from '#server/money/round.ts'; round()"],
  },
  {
    name: 'the fields of a record are plain values, which the browser reads too',
    broken: (file) =>
      /^server\/domains\/.+\/(line-)?fields\.ts$/.test(file.path) &&
      imports(file, /^(?!server\/address-fields\.ts$|views\/field-labels\.ts$)/),
    sample: ['server/domains/work/jobs/fields.ts', "import { text } from '#server/http/fields.ts'; text(3)"],
  },
  {
    name: 'what the status of a job is stored as stands in db/job-status.ts alone, which the browser reads too',
    broken: (file) =>
      file.path === 'db/job-status.ts'
        ? file.imports.length > 0
        : !within(file, 'db/migrations/') &&
          (/\b(DRAFT|REVIEW|APPROVE|COMPLETE|INVOICED|ARCHIVED|REMOVED) = \d/.test(file.text) ||
            /\bstatus\}? (BETWEEN|IN|=|<>|<|>|[<>]=|[!=]==) \(?\d{1,2}\b/.test(file.text) ||
            /\bjobs\.status, \[?\d/.test(file.text)),
    sample: ['db/queries/work/jobs.ts', 'all(db, `SELECT id FROM jobs WHERE status BETWEEN 1 AND 4`)'],
  },
  {
    name: 'what lines of a class do stands in db/stock-classes.ts alone, which the browser reads too',
    broken: (file) =>
      file.path === 'db/stock-classes.ts'
        ? file.imports.length > 0
        : !within(file, 'db/migrations/') &&
          /class\}? (NOT )?IN \(\d|class, \[\d|class === \d \|\|/.test(file.text),
    sample: ['views/a.tsx', 'const makes = inventoryclass === 3 || inventoryclass === 4'],
  },
  {
    name: 'the database knows neither rules nor pages',
    broken: (file) => wing(file.path) === 'db' && imports(file, /^(server|views|islands|tests)\//),
    sample: ['db/queries/jobs.ts', "export { vat } from '#server/money/vat.ts'"],
  },
  {
    name: 'the program never imports its tests',
    broken: (file) => imports(file, /^tests\//),
    sample: ['server/main.ts', "await import('../tests/support/run.ts')"],
  },
  {
    name: 'rules know nothing of HTTP',
    broken: (file) => isRule(file.path) && imports(file, /^server\/http\//),
    sample: ['server/domains/jobs/move-job.ts', "import { refuse } from '#server/http/respond.ts'; refuse()"],
  },
  {
    name: 'what is imported from the import is what its index names',
    broken: (file) =>
      wing(file.path) === 'server' &&
      !within(file, 'server/import/') &&
      imports(file, /^server\/import\/(?!index\.ts$)/),
    sample: ['server/tasks/import.ts', "import { readCsv } from '#server/import/read/csv.ts'; readCsv()"],
  },
  {
    name: 'the import knows nothing of people, who have a list of their own to import',
    broken: (file) => within(file, 'server/import/') && imports(file, /^server\/domains\/people\//),
    sample: [
      'server/import/write/write-locations.ts',
      "import { invite } from '#server/domains/people/users/invite-person.ts'; invite()",
    ],
  },
  {
    name: 'a step of the import knows the steps before it',
    broken: (file) => {
      const step = importSteps.indexOf(file.path.split('/')[2] ?? '')
      const later = importSteps.slice(step + 1).join('|')
      return (
        within(file, 'server/import/') &&
        step >= 0 &&
        later !== '' &&
        imports(file, new RegExp(`^server/import/(index\\.ts$|(${later})/)`))
      )
    },
    sample: ['server/import/read/csv.ts', "import { map } from '#server/import/map/mapping.ts'; map()"],
  },
  {
    name: 'a rule reads the server’s clock, never the machine’s',
    broken: (file) =>
      wing(file.path) === 'server' &&
      !within(file, 'server/http/', 'server/tasks/', 'server/mail/', 'server/start.ts', 'server/log.ts') &&
      /\bnew Date\(\)|\bDate\.now\(|\bTemporal\.Now\b/.test(file.text),
    sample: ['server/money/vat.ts', 'export const today = () => new Date()'],
  },
  {
    name: 'a view follows from its props alone, since equal ones are drawn once',
    broken: (file) =>
      wing(file.path) === 'views' &&
      file.path.endsWith('.tsx') &&
      /\bnew Date\(\)|\bDate\.now\(|\bTemporal\.Now\b|\bMath\.random\(|\bgetStore\(/.test(file.text),
    sample: ['views/work/jobs/age.tsx', 'export const Age = () => <time>{Date.now()}</time>'],
  },
  {
    name: 'a line of the log is written by server/log.ts alone, which knows its format',
    broken: (file) =>
      wing(file.path) === 'server' &&
      !within(file, 'server/log.ts', 'server/tasks/', 'server/main.ts') &&
      /\bconsole\.\w/.test(file.code),
    sample: ['server/mail/deliver.ts', "console.error('a mail was given up')"],
  },
  {
    name: 'which VAT rate applies is decided by server/money alone',
    broken: (file) =>
      wing(file.path) === 'server' &&
      !within(file, 'server/money/') &&
      /asPercent\([\w.?]*\boverride\)/.test(file.text),
    sample: ['server/domains/work/jobs/price-lines.ts', 'export const rate = asPercent(about.override)'],
  },
  {
    name: 'one file opens SQLite',
    broken: (file) => file.path !== 'db/sqlite.ts' && imports(file, /^bun:sqlite$/),
    sample: ['db/tenants.ts', "import { Database } from 'bun:sqlite'; new Database()"],
  },
  {
    name: 'one folder knows Elysia',
    broken: (file) => !within(file, 'server/http/') && imports(file, /^@?elysia/),
    sample: ['server/domains/jobs/api.ts', "import { t } from 'elysia'; t.Object({})"],
  },
  {
    name: 'a person can read a file at one sitting: 300 lines',
    broken: (file) => file.text.trimEnd().split('\n').length > 300,
    sample: ['db/a.ts', 'a()\n'.repeat(301)],
  },
  {
    name: 'no transaction spans two files of data',
    broken: (file) => /\bATTACH\b/.test(file.code),
    sample: ['db/a.ts', "run('ATTACH DATABASE x AS y')"],
  },
  {
    // An async callback would commit at its first await.
    name: 'a transaction is synchronous',
    broken: (file) => /\b(transaction|write)\((\w+,\s*)?async\b/.test(file.code),
    sample: ['server/a.ts', 'write(db, async (tx) => save(tx))'],
  },
  {
    name: 'money is rounded in one place',
    broken: (file) => !within(file, 'server/money/') && file.code.split('\n').some(roundsMoney),
    sample: ['server/domains/jobs/total.ts', 'export const total = Math.round(cents * 1.15)'],
  },
  {
    name: 'pages carry no script and no handler of their own',
    broken: (file) =>
      wing(file.path) === 'views' &&
      file.path !== EARLY_KEYS &&
      (hasInlineScript(file.text) || /\bhx-on\b/.test(file.code)),
    sample: ['views/a/list.tsx', '<script>{"alert(1)"}</script>'],
  },
  {
    name: 'a question before a change brings the answer that its button reads',
    broken: (file) => file.path !== 'views/ui/confirm.ts' && /\bhx-confirm\b/.test(file.text),
    sample: ['views/a/list.tsx', '<Button hx-confirm="Delete it?" />'],
  },
  {
    name: 'a date reads as views/format.ts writes it, and no box for one goes without',
    broken: (file) =>
      /\btoLocale(Date|Time)String\b/.test(file.code) ||
      (file.path !== 'views/format.ts' && /\bDateTimeFormat\b/.test(file.code)) ||
      /type="date"/.test(file.text),
    sample: ['views/a/list.tsx', '<input type="date" name="start" />'],
  },
  {
    name: 'an exported function is named by its verb or its noun, not as x of y',
    broken: (file) => /^export (async )?(const|function\*?) [a-z]\w*Of\b/m.test(file.text),
    sample: [
      'db/queries/work/jobs.ts',
      'export const categoriesOf = (db: TenantDb, id: string) => query.all(db, { id })',
    ],
  },
  {
    name: 'raw HTML is written in named places only',
    broken: (file) => file.code.includes('dangerouslySetInnerHTML') && !within(file, ...innerHtml),
    sample: ['views/a/list.tsx', 'a({ dangerouslySetInnerHTML: { __html: note } })'],
  },
]

const program = sources(['server', 'views', 'islands', 'db'])

describe('the program keeps its shape', () => {
  test.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_, rule) => {
    expect(rule.broken(source(...rule.sample)), 'the rule sees a file that breaks it').toBe(true)
    expect(program.filter(rule.broken).map((file) => file.path)).toEqual([])
  })

  test('one file of the islands knows the drag and drop library', () => {
    const users = program.filter((file) => imports(file, /^react-beautiful-dnd$/)).map((file) => file.path)
    expect(users.filter((path) => !path.startsWith('islands/'))).toEqual([])
    expect(users.length).toBeLessThanOrEqual(1)
  })

  test('a change that has a call and a form is written once, as an action', () => {
    const rule = "import { payJob } from './pay-job.ts'\n"
    const call = source('server/domains/jobs/api.ts', `${rule}c.write((tx) => payJob(tx, c.params.id))`)
    const form = source('server/domains/jobs/pages.tsx', `${rule}await c.write((tx) => payJob(tx, 1))`)
    expect(changesMadeTwice([call, form])).toEqual(['payJob'])
    const elsewhere = source(
      'server/domains/sales/pages.tsx',
      "import { payJob } from '#server/domains/jobs/pay-job.ts'\nawait payJob({ key: 1, c })",
    )
    expect(changesMadeTwice([call, elsewhere])).toEqual(['payJob'])
    const both = source(
      'server/domains/jobs/actions.tsx',
      `${rule}const pay = (c) => c.write((tx) => payJob(tx, 1))
export const jobsActions = [
  api('POST /api/pay', {}, (c) => c.write((tx) => payJob(tx, c.params.id))),
  page('POST /pay', {}, (c) => pay(c)),
]`,
    )
    expect(changesMadeTwice([both])).toEqual(['payJob'])
    expect(changesMadeTwice(program)).toEqual(formsBesideCalls)
  })

  test('routes are constants: their handlers find the services in their context', () => {
    const factory = source('server/domains/jobs/api.ts', 'const a = (services: Services): Route[] => []')
    expect(makesRoutes(factory)).toBe(true)
    expect(program.filter(makesRoutes).map((file) => file.path)).toEqual([])
  })

  test('one word has one meaning: no two files export the same name', () => {
    const type = source('server/a.ts', 'export type Kind = string')
    const value = source('views/b.tsx', 'export function Kind() {}')
    expect(exportedTwice([type, value])).toEqual(['Kind'])
    expect(exportedTwice([type, source('server/b.ts', "export type { Kind } from './a.ts'")])).toEqual([])
    expect(exportedTwice(program)).toEqual([])
    expect(exportedTwice(sources(['tests']))).toEqual([])
  })

  test('what a file exports, another file uses', () => {
    const alone = source('db/a.ts', 'export const find = 1\nfind')
    const user = source('db/b.ts', "import { find } from './a.ts'")
    expect(exportedForNobody([alone])).toEqual(['find'])
    expect(exportedForNobody([alone, user])).toEqual([])
    // Migrations are made from every table of the schema, used or not.
    const chosen = program.filter((file) => !within(file, 'db/schema/'))
    expect(exportedForNobody(chosen, [...program, ...sources(['tests'])])).toEqual([])
  })

  test('each right that an administrator may give is asked for', () => {
    const others = program.filter((file) => file.path !== 'server/access/claims.ts')
    const isAskedFor = (claim: string) => others.some((file) => file.text.includes(`'${claim}'`))
    expect(accountClaims.filter((claim) => !isAskedFor(claim))).toEqual([])
  })

  test('types may be shared where values may not', () => {
    const file = source(
      'islands/a.tsx',
      "import type { Cents } from '#server/money/round.ts'\nexport const a: Cents = 1",
    )
    expect(file.imports).toEqual([])
  })

  test('a plain resource is said in 20 members: what one alone needs, it writes by hand', () => {
    const literal = program.find(({ path }) => path === 'server/crud/literal.ts')?.text ?? ''
    const [, members = ''] = /export type Literal<[^{]*\{\n([\s\S]*?)\n\}/.exec(literal) ?? []
    expect(members.match(/^ {2}\w+\??:/gm)?.length).toBe(20)
  })

  test('every test expects something', () => {
    const tests = sources(['tests']).filter((file) => /\.test\.tsx?$/.test(file.path))
    expect(
      tests.filter((file) => !/\b(?:expect\w*|eventually)\(/.test(file.code)).map((file) => file.path),
    ).toEqual([])
  })
})

/** Rules that a call and a form both give a transaction, the services or the request, in whatever domain. */
function changesMadeTwice(files: Source[]): string[] {
  const changed = { api: new Set<string>(), page: new Set<string>() }
  for (const file of files.filter(({ path }) => path.startsWith('server/domains/')))
    for (const { kind, rules } of rulesByRoute(file)) for (const rule of rules) changed[kind].add(rule)
  return [...changed.api.intersection(changed.page)].sort()
}

/** What each call and form of a file changes, itself or by a function of the file. */
function rulesByRoute({ path, text }: Source): { kind: 'api' | 'page'; rules: string[] }[] {
  const parts = text.split(
    /^(?=(?:export )?(?:async )?(?:function|const) | {2}(?:\.{3})?\w*(?:api|page|action)\()/im,
  )
  const names = knownRules(text)
  const called = (part: string) => names.filter((name) => givesTransaction(part, name))
  const [, ofFile] = /\/[^/]*?(api|page)[^/]*$/.exec(path) ?? []
  return parts.flatMap((part) => {
    if (/^ {2}\.{3}|^ {2}\w*action\(/i.test(part)) return []
    const [, ofPart] = /^ {2}(?:public)?(api|page)\(/i.exec(part) ?? []
    const kind = (ofPart?.toLowerCase() ?? ofFile) as 'api' | 'page' | undefined
    if (!kind || /^[^'`]*['`]GET /.test(part)) return []
    const helpers = parts.filter((one) => one !== part && callsFunction(part, one))
    return { kind, rules: [part, ...helpers].flatMap(called) }
  })
}

function callsFunction(part: string, declared: string): boolean {
  const [, name] = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(declared) ?? []
  return name !== undefined && new RegExp(`\\b${name}\\(`).test(part)
}

const givesTransaction = (text: string, rule: string) =>
  new RegExp(`\\b${rule}\\([^()]*\\b(tx|services|platform|c)\\b(?!\\.)`).test(text)

/** What a file imports from rules and other routes, or gives them. */
const knownRules = (text: string): string[] =>
  [
    ...text.matchAll(/import \{([^}]*)\} from '(?:\.|#server\/(?!http\/))[\w/-]*\.tsx?'/g),
    ...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm),
  ]
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    .filter((name) => name && !aroundChanges.includes(name))

const exportedNames = ({ text }: Source): string[] =>
  [...text.matchAll(/^export (?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm)].map(
    ([, name = '']) => name,
  )

/** Declarations: a name that is passed on means what it meant. */
function exportedTwice(files: Source[]): string[] {
  const declared = files.flatMap((file) => [...new Set(exportedNames(file))])
  return [...new Set(declared.filter((name, at) => declared.indexOf(name) !== at))].sort()
}

function exportedForNobody(files: Source[], users = files): string[] {
  const filesByWord = new Map<string, number>()
  for (const { text } of users)
    for (const word of new Set(text.match(/\w+/g))) filesByWord.set(word, (filesByWord.get(word) ?? 0) + 1)
  return files.flatMap(exportedNames).filter((name) => filesByWord.get(name) === 1)
}

const makesRoutes = ({ path, text }: Source) =>
  path.startsWith('server/domains/') && /\bServices\b[^()]*\): Route\b/.test(text)

function roundsMoney(line: string): boolean {
  return /\bMath\.round\(|\.toFixed\(/.test(line) && moneyWords.test(line)
}

/** A script element is fine with an address (`src`) or with data (`application/json`); code in a page is not. */
function hasInlineScript(text: string): boolean {
  const scripts = text.match(/<script\b[^>]*>/g) ?? []
  return scripts.some((tag) => !/\bsrc=|type="application\/json"/.test(tag)) || /\son[a-z]+="/.test(text)
}
