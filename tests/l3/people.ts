import { VIP, waitUntil } from './machines.ts'

const WRITERS = 4
/** Between two changes of one of them. */
const PAUSE_MS = 50
/** After one that failed; each costs the machine that takes over a handshake. */
const AGAIN_MS = 500
/** One that a cut left without an answer is asked again by its key. */
const LONGEST_ANSWER_MS = 5_000

type Person = { email: string; password: string }

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`https://${VIP}${path}`, {
    ...init,
    // The certificate is of today and its own.
    tls: { rejectUnauthorized: false },
    keepalive: false,
    signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
  })

async function signIn({ email, password }: Person): Promise<Record<string, string>> {
  const answer = await ask('/api/auth/authenticate', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: email, password }),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  return { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' }
}

/** People who each save one client after another, by a key that a repetition is known by. */
export async function startPeople(person: Person) {
  const headers = await signIn(person)
  const confirmed: string[] = []
  let [going, number, askedagain, lastAt, gap] = [true, 0, 0, performance.now(), 0]

  async function save(name: string) {
    const given = { ...headers, 'idempotency-key': crypto.randomUUID() }
    for (; going; askedagain++) {
      const body = JSON.stringify({ name })
      const answer = await ask('/api/clients', { method: 'POST', headers: given, body }).catch(() => null)
      if (answer?.status === 200) return true
      await Bun.sleep(AGAIN_MS)
    }
    return false
  }
  async function write() {
    while (going) {
      const name = `Saved ${++number}`
      if (!(await save(name))) return
      confirmed.push(name)
      gap = Math.max(gap, performance.now() - lastAt)
      lastAt = performance.now()
      await Bun.sleep(PAUSE_MS)
    }
  }
  const writers = Array.from({ length: WRITERS }, write)

  async function namesThere() {
    const names: string[] = []
    for (let more = true; more; ) {
      const page = await ask(`/api/clients?take=500&skip=${names.length}`, { headers })
      const { data } = (await page.json()) as { data: { name: string }[] }
      names.push(...data.map(({ name }) => name))
      more = data.length === 500
    }
    return names
  }

  return {
    counts: () => ({ confirmed: confirmed.length, askedagain }),
    /** Longest between two confirmed writes, from before `cut` until many were confirmed after it. */
    async gapAcross(cut: () => Promise<void>) {
      const before = confirmed.length
      await waitUntil('people save', async () => confirmed.length > before + 20, 120)
      gap = 0
      await cut()
      const at = confirmed.length
      // Answers may have been on their way.
      await waitUntil('somebody saves again', async () => confirmed.length > at + 20, 600)
      return Math.round(gap)
    },
    async stop() {
      going = false
      await Promise.all(writers)
    },
    async findFaults() {
      const names = await namesThere()
      const found = new Set(names)
      return [
        ...confirmed.filter((name) => !found.has(name)).map((name) => `${name} was confirmed and is lost.`),
        ...names
          .filter((name, at) => names.indexOf(name) !== at)
          .map((name) => `${name} stands there twice.`),
      ]
    },
  }
}
