import type { Client, TestServer } from '#tests/support/server.ts'

/** Ten thousand items as people have them: letters of four languages, quotes, emoji, the longest names, gaps. */
export function edgeCaseCsv(many = 10_000): string {
  const letters = [
    'Ysterpyp “swaar”',
    'Umthwalo wokwakha',
    'Bolt "M8"; galvanised',
    'Ïtem 😀 Ê Ŵ',
    "'n Boor",
    'a,b;c\td',
  ]
  const rows = Array.from({ length: many }, (_, n) => {
    const name = n % 100 === 7 ? 'x'.repeat(200) : `${letters[n % letters.length]} ${n}`
    const code = String(n).padStart(6, '0')
    const price = n % 10 === 3 ? '' : `${n},${String(n % 100).padStart(2, '0')}`
    const made = n % 3 === 0 ? '' : 'Bosch'
    return [code, name, price, made, n % 2 ? 'ja' : 'nee'].map(quoted).join(';')
  })
  return `\ufeffKode;Beskrywing;Prys;Vervaardiger;Onaktief\r\n${rows.join('\r\n')}\r\n`
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

type Form = Record<string, string>

/** The import pages as a browser calls them. */
export function importPages(server: TestServer, who: Client = server.people.admin) {
  const call = (method: string, path: string, body?: FormData | URLSearchParams) =>
    fetch(`${server.url}${path}`, {
      method,
      body,
      redirect: 'manual',
      headers: { cookie: who.cookie, 'hx-request': 'true', origin: server.url },
    })

  async function upload(list: string, content: string | Uint8Array, name = 'list.csv') {
    const body = new FormData()
    body.append('file', new File([content as never], name))
    const answer = await call('POST', `/import/${list}`, body)
    return { status: answer.status, url: answer.headers.get('hx-redirect') ?? '', text: await answer.text() }
  }

  /** The form of the columns as it stands, with what is changed. */
  async function columns(url: string, changes: Form = {}) {
    const html = await (await call('GET', `${url}?step=columns`)).text()
    const form = new URLSearchParams()
    for (const [, name = '', inside = ''] of html.matchAll(
      /<select[^>]* name="([^"]+)"[^>]*>(.*?)<\/select>/gs,
    )) {
      const chosen = /<option value="([^"]*)" selected/.exec(inside)?.[1] ?? ''
      form.set(name, unescaped(chosen))
    }
    for (const [tag] of html.matchAll(/<input type="text"[^>]*>/g))
      form.set(/name="([^"]+)"/.exec(tag)?.[1] ?? '', unescaped(/value="([^"]*)"/.exec(tag)?.[1] ?? ''))
    form.set('match', /value="skip"[^>]*checked|type="hidden" name="match"/.test(html) ? 'skip' : 'update')
    for (const [name, value] of Object.entries(changes)) form.set(name, value)
    return form
  }

  async function waitUntilDone(url: string): Promise<string> {
    for (let turn = 0; turn < 15_000; turn++) {
      const answer = await call('GET', `${url}/progress`)
      if (answer.headers.get('hx-redirect')) return (await call('GET', url)).text()
      await Bun.sleep(20)
    }
    throw new Error('The import did not settle.')
  }

  return {
    call,
    upload,
    columns,
    waitUntilDone,
    /** Chooses the columns and waits for the trial run; answers its page. */
    async dryRun(url: string, changes: Form = {}) {
      const answer = await call('POST', url, await columns(url, changes))
      if (answer.status !== 204) return answer.text()
      return waitUntilDone(url)
    },
    /** What is said of it, at once or on its page. */
    async undo(url: string) {
      const answer = await call('POST', `${url}/undo`)
      if (answer.headers.get('hx-redirect')) return waitUntilDone(url)
      return answer.headers.get('hx-trigger') ?? (await answer.text())
    },
    async run(url: string, choice: Form = {}) {
      await call('POST', `${url}/run`, new URLSearchParams(choice))
      return waitUntilDone(url)
    },
    /** All of it, for a list without problems. */
    async importList(list: string, content: string | Uint8Array, changes: Form = {}, name = 'list.csv') {
      const { url, text } = await this.upload(list, content, name)
      if (!url) throw new Error(text)
      const trial = await this.dryRun(url, changes)
      return { url, trial: previewCounts(trial), page: await this.run(url) }
    },
  }
}

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** The figures of a trial's page: new, changed, as before, problems. */
export const previewCounts = (html: string): number[] =>
  [...html.matchAll(/class="stat">.*?<strong>([^<]*)<\/strong>/gs)].map(([, figure = '']) =>
    Number(figure.replace(/\D/g, '')),
  )
