/**
 * The browser's end of `/hub`: one connection for the tab, kept up, its events handed on as document events.
 * It speaks the same SignalR JSON protocol as the stock client, in a fraction of its size.
 */
export type HubEventDetail = { event: string; args: unknown[]; seq?: number }
/** `closed`: the session is over, and no further attempt is made. */
type HubState = 'connected' | 'reconnecting' | 'closed'

declare global {
  interface DocumentEventMap {
    'joblane:hub': CustomEvent<HubEventDetail>
    'joblane:hubstate': CustomEvent<{ state: HubState }>
    /** The program answers again, which a network alone does not say. */
    'joblane:line': CustomEvent
  }
  interface Window {
    joblaneHub?: true
  }
}

type NumberedEvent = Required<HubEventDetail>
type Message = { type?: number; target: string; arguments: unknown[]; seq?: number } & {
  result?: NumberedEvent[] | 'reload'
  error?: string
  allowReconnect?: boolean
}

const end = '\x1e'
const silentms = 30_000
const longestms = 15_000
const pollms = 60_000

/**
 * Connects, once for the tab; further calls do nothing. `lastSeq` is the account's `change_seq` that the page was
 * made at (else read from `<meta name="joblane-seq">`): what happened since is asked for at every connect.
 * The event `Reload` says that too much was missed and the page should fetch its data anew.
 */
export function startHub(lastSeq = seqOfPage()): void {
  if (window.joblaneHub) return
  window.joblaneHub = true
  const connection = new HubConnection(lastSeq)
  const hurry = () => connection.retryNow()
  addEventListener('online', hurry)
  document.addEventListener('visibilitychange', hurry)
  document.addEventListener('joblane:signedin', ({ detail }) => connection.renew(detail.isOver))
  document.addEventListener('joblane:admitted', () => connection.reopen())
  connection.connect()
}

class HubConnection {
  #lastSeq: number
  #attempt = 0
  #state: HubState | undefined
  #socket: WebSocket | undefined
  #handshaken = false
  /** What came in while missed events are asked for. */
  #waiting: NumberedEvent[] | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  /** Counts sign-ins: what was answered before one says nothing of the session after it. */
  #signins = 0
  /** When what is shown was last known to be of now, by the clock of the page. */
  #fresh = performance.now()

  constructor(lastSeq: number) {
    this.#lastSeq = lastSeq
  }

  connect(): void {
    this.#leave()
    if (this.#state === 'closed') this.#state = undefined
    this.#handshaken = false
    this.#waiting = undefined
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/hub`)
    this.#socket = socket
    socket.onopen = () => this.#send({ protocol: 'json', version: 1 })
    socket.onclose = () => void this.#onLost()
    socket.onmessage = ({ data }) => {
      this.#restartSilenceTimer()
      for (const record of String(data).split(end)) if (record) this.#receive(JSON.parse(record))
    }
    this.#restartSilenceTimer()
  }

  retryNow(): void {
    if (!this.#retry || document.visibilityState === 'hidden') return
    this.connect()
  }

  /** Somebody signed in. `isOver`: the page was told that the session before is over, which the connection may be of still. */
  renew(isOver: boolean): void {
    this.#signins++
    if (!isOver && !this.#retry && this.#state !== 'closed') return
    this.#attempt = 0
    this.connect()
  }

  /** The page was let in: there is a session. */
  reopen(): void {
    if (this.#state === 'closed') this.renew(true)
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message) + end)
  }

  #setState(next: HubState): void {
    if (next !== this.#state) emit('joblane:hubstate', { state: next })
    this.#state = next
  }

  #restartSilenceTimer(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => void this.#onLost(), silentms)
  }

  /** A dead line may take minutes to report its close, and what is left may close after another is open: nothing of it is heard. */
  #leave(): void {
    clearTimeout(this.#silence)
    clearTimeout(this.#retry)
    this.#retry = undefined
    if (this.#socket) this.#socket.onopen = this.#socket.onclose = this.#socket.onmessage = null
    this.#socket?.close()
  }

  async #onLost(): Promise<void> {
    this.#leave()
    this.#setState('reconnecting')
    const signins = this.#signins
    if (this.#handshaken) this.#fresh = performance.now()
    const wait = Math.random() * Math.min(longestms, 1000 * 2 ** this.#attempt++)
    this.#retry = setTimeout(() => this.connect(), wait)
    // A refused upgrade has no status that a script may see; negotiate tells a lost line from a lost session.
    const headers = { accept: 'application/json' }
    const answer = this.#handshaken
      ? null
      : await fetch('/hub/negotiate', { method: 'POST', headers }).catch(() => null)
    if (signins !== this.#signins) return
    if (answer?.status === 401 || answer?.headers.get('x-joblane-viewer') === '') this.#finish()
    else if (answer?.ok) this.#poll()
  }

  /** The program answers, and something on the way lets no live connection through. */
  #poll(): void {
    const isDue = this.#state !== 'connected' && performance.now() - this.#fresh >= pollms
    if (!isDue || document.visibilityState === 'hidden') return
    this.#fresh = performance.now()
    publishReload()
  }

  #finish(): void {
    this.#setState('closed')
    this.#leave()
  }

  #receive(message: Message): void {
    // A server that closes before it has answered the handshake says so by a message of its kind.
    if (!this.#handshaken && message.type === undefined) this.#onHandshake(message)
    // Answering pings, not a timer of our own: browsers slow the timers of a hidden tab past what the server waits.
    if (message.type === 6) this.#send({ type: 6 })
    if (message.type === 1) this.#onEvent(message)
    if (message.type === 3) this.#onMissedEvents(message)
    if (message.type === 7 && !message.allowReconnect) this.#finish()
  }

  #onHandshake({ error }: Message): void {
    this.#handshaken = !error
    if (error) {
      this.#finish()
      return
    }
    this.#attempt = 0
    if (this.#lastSeq >= 0) this.#askForMissedEvents()
    this.#setState('connected')
  }

  #askForMissedEvents(): void {
    this.#waiting = []
    this.#send({ type: 1, invocationId: '1', target: 'Resync', arguments: [this.#lastSeq] })
  }

  #onEvent({ target: event, arguments: args, seq }: Message): void {
    if (seq === undefined) {
      emit('joblane:hub', { event, args })
      return
    }
    const detail = { event, args: args.slice(0, -1), seq }
    if (this.#waiting) this.#waiting.push(detail)
    else this.#publish(detail)
  }

  #onMissedEvents({ result, error }: Message): void {
    const later = this.#waiting ?? []
    const reload = error || result === 'reload'
    this.#waiting = undefined
    if (reload) publishReload()
    else for (const detail of result as NumberedEvent[]) this.#publish(detail)
    // What came in meanwhile may have been among the missed ones already.
    const published = reload ? -1 : this.#lastSeq
    for (const detail of later) if (detail.seq > published) this.#publish(detail)
  }

  #publish(detail: NumberedEvent): void {
    this.#lastSeq = detail.seq
    emit('joblane:hub', detail)
  }
}

/** What is shown is to be asked for anew: too much was missed, or it is old. */
export const publishReload = () => emit('joblane:hub', { event: 'Reload', args: [] })

function seqOfPage(): number {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="joblane-seq"]')
  return meta ? Number(meta.content) : -1
}

function emit(name: keyof DocumentEventMap, detail: unknown): void {
  document.dispatchEvent(new CustomEvent(name, { detail }))
}
