/**
 * The browser's end of `/hub`: one connection for the tab, kept up, its events handed on as document events.
 * It speaks the same SignalR JSON protocol as the stock client, in a fraction of its size.
 */
export type HubEvent = { event: string; args: unknown[]; seq?: number }
/** `closed`: the session is over, and no further attempt is made. */
export type HubState = 'connected' | 'reconnecting' | 'closed'

declare global {
  interface DocumentEventMap {
    'joblane:hub': CustomEvent<HubEvent>
    'joblane:hubstate': CustomEvent<{ state: HubState }>
  }
  interface Window {
    joblaneHub?: true
  }
}

type Numbered = Required<HubEvent>
type Message = { type?: number; target: string; arguments: unknown[]; seq?: number } & {
  result?: Numbered[] | 'reload'
  error?: string
  allowReconnect?: boolean
}

const end = '\x1e'
const silentms = 30_000
const longestms = 15_000

/**
 * Connects, once for the tab; further calls do nothing. `lastSeq` is the account's `change_seq` that the page was
 * made at (else read from `<meta name="joblane-seq">`): what happened since is asked for at every connect.
 * The event `Reload` says that too much was missed and the page should fetch its data anew.
 */
export function startHub(lastSeq = seqOfPage()): void {
  if (window.joblaneHub) return
  window.joblaneHub = true
  let attempt = 0
  let state: HubState | undefined
  let socket: WebSocket
  let shaken = false
  let waiting: Numbered[] | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout>

  const send = (message: object) => socket.send(JSON.stringify(message) + end)

  function tell(next: HubState): void {
    if (next !== state) emit('joblane:hubstate', { state: next })
    state = next
  }

  function connect(): void {
    retry = undefined
    shaken = false
    waiting = undefined
    socket = new WebSocket(`${location.origin.replace('http', 'ws')}/hub`)
    socket.onopen = () => send({ protocol: 'json', version: 1 })
    socket.onclose = lost
    socket.onmessage = ({ data }) => {
      listen()
      for (const record of String(data).split(end)) if (record) hear(JSON.parse(record))
    }
    listen()
  }

  function listen(): void {
    clearTimeout(silence)
    silence = setTimeout(drop, silentms)
  }

  /** A dead line may take minutes to report its close, so the close is taken as done. */
  function drop(): void {
    socket.onclose = socket.onmessage = null
    socket.close()
    void lost()
  }

  async function lost(): Promise<void> {
    clearTimeout(silence)
    if (state === 'closed') return
    tell('reconnecting')
    retry = setTimeout(connect, Math.random() * Math.min(longestms, 1000 * 2 ** attempt++))
    // A refused upgrade has no status that a script may see; negotiate tells a lost line from a lost session.
    const answer = shaken ? null : await fetch('/hub/negotiate', { method: 'POST' }).catch(() => null)
    if (answer?.status === 401) finish()
  }

  function finish(): void {
    tell('closed')
    clearTimeout(retry)
    socket.close()
  }

  function hear(message: Message): void {
    if (!shaken) greet(message)
    // Answering pings, not a timer of our own: browsers slow the timers of a hidden tab past what the server waits.
    if (message.type === 6) send({ type: 6 })
    if (message.type === 1) take(message)
    if (message.type === 3) replay(message)
    if (message.type === 7 && !message.allowReconnect) finish()
  }

  function greet(message: Message): void {
    shaken = !message.error
    if (!shaken) finish()
    else {
      attempt = 0
      if (lastSeq >= 0) resync()
      tell('connected')
    }
  }

  function resync(): void {
    waiting = []
    send({ type: 1, invocationId: '1', target: 'Resync', arguments: [lastSeq] })
  }

  function take({ target: event, arguments: args, seq }: Message): void {
    if (seq === undefined) {
      emit('joblane:hub', { event, args })
      return
    }
    const detail = { event, args: args.slice(0, -1), seq }
    // Newer than what is still being asked for: it waits its turn.
    if (waiting) waiting.push(detail)
    else pass(detail)
  }

  function replay({ result, error }: Message): void {
    const later = waiting ?? []
    const reload = error || result === 'reload'
    waiting = undefined
    if (reload) emit('joblane:hub', { event: 'Reload', args: [] })
    else (result as Numbered[]).forEach(pass)
    // What came in meanwhile may have been replayed already.
    const replayed = reload ? -1 : lastSeq
    for (const detail of later) if (detail.seq > replayed) pass(detail)
  }

  function pass(detail: Numbered): void {
    lastSeq = detail.seq
    emit('joblane:hub', detail)
  }

  function hurry(): void {
    if (!retry || document.visibilityState === 'hidden') return
    clearTimeout(retry)
    connect()
  }

  addEventListener('online', hurry)
  document.addEventListener('visibilitychange', hurry)
  connect()
}

function seqOfPage(): number {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="joblane-seq"]')
  return meta ? Number(meta.content) : -1
}

function emit(name: keyof DocumentEventMap, detail: unknown): void {
  document.dispatchEvent(new CustomEvent(name, { detail }))
}
