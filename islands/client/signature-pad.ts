import { delegate } from './page.ts'

type Point = [x: number, y: number, ms: number]

const MOST_POINTS = 4_000
/** CSS pixels between two points: nearer ones change nothing that is seen. */
const STEP = 2

const known = new WeakSet<HTMLElement>()

/** A box comes with a dialog, and has no size before its tab is shown: it is made ready by the first touch. */
export function watchSignaturePads(): void {
  delegate('pointerdown', '[data-signature] canvas', (canvas, event) => {
    const pad = canvas.closest<HTMLElement>('[data-signature]')
    if (!pad || !startSignaturePad(pad)) return
    canvas.dispatchEvent(new PointerEvent('pointerdown', event as PointerEvent))
  })
}

/** Draws again what the form came back with. */
export function restoreSignature(pad: HTMLElement): void {
  if (pad.querySelector('input')?.value) startSignaturePad(pad)
}

/** Strokes of the hidden field, as if they had been drawn just now: what is added comes after them. */
export function readStrokes(text: string): { w: number; h: number; strokes: Point[][] } | undefined {
  const [box = '', ...lines] = text.split('*')
  const [w, h] = box.split(' ').map(Number)
  if (!w || !h) return
  const figures = lines.map((line) => line.split(' ').map(Number))
  const shift = Math.round(performance.now()) - (figures.at(-1)?.at(-1) ?? 0)
  const strokes = figures.map((stroke) =>
    Array.from({ length: Math.floor(stroke.length / 3) }, (_, at): Point => {
      const [x = 0, y = 0, ms = 0] = stroke.slice(at * 3)
      return [x, y, ms + shift]
    }),
  )
  return { w, h, strokes }
}

/** Keeps what is drawn as strokes in the hidden field: `w h*x y ms x y ms*…`, in the pixels of the box. False when it does so already. */
function startSignaturePad(pad: HTMLElement): boolean {
  if (known.has(pad)) return false
  known.add(pad)
  const canvas = pad.querySelector('canvas') as HTMLCanvasElement
  const field = pad.querySelector('input') as HTMLInputElement
  const clear = pad.querySelector('button') as HTMLButtonElement
  const held = readStrokes(field.value)
  const box = held ?? { w: canvas.clientWidth, h: canvas.clientHeight }
  let strokes = held?.strokes ?? []
  let drawing: Point[] | undefined

  canvas.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    event.stopPropagation()
    canvas.setPointerCapture(event.pointerId)
    drawing = []
    strokes.push(drawing)
    add(event)
  })
  canvas.addEventListener('pointermove', (event) => {
    if (!drawing) return
    const between = event.getCoalescedEvents?.() ?? []
    for (const one of between.length > 0 ? between : [event]) add(one)
  })
  for (const end of ['pointerup', 'pointercancel'])
    canvas.addEventListener(end, () => {
      drawing = undefined
      write()
    })
  clear.addEventListener('click', () => {
    strokes = []
    draw()
    write()
  })
  // A phone that turns resizes the box: what was drawn is drawn again from its strokes.
  new ResizeObserver(draw).observe(canvas)
  if (held) write()
  return true

  function add({ clientX, clientY, timeStamp }: PointerEvent) {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const x = Math.round(((clientX - left) / width) * box.w)
    const y = Math.round(((clientY - top) / height) * box.h)
    const last = drawing?.at(-1)
    const near = last && Math.hypot(x - last[0], y - last[1]) < STEP
    if (!drawing || near || strokes.flat().length >= MOST_POINTS) return
    // The pen left the box: what comes back is another stroke.
    if (x < 0 || y < 0 || x > box.w || y > box.h) {
      drawing = []
      strokes.push(drawing)
      return
    }
    // Some browsers date a touch before the one that came first.
    drawing.push([x, y, Math.max(last?.[2] ?? 0, Math.round(timeStamp))])
    draw()
  }

  function draw() {
    const scale = window.devicePixelRatio || 1
    canvas.width = canvas.clientWidth * scale
    canvas.height = canvas.clientHeight * scale
    const pen = canvas.getContext('2d')
    if (!pen) return
    pen.scale((canvas.clientWidth / box.w) * scale, (canvas.clientHeight / box.h) * scale)
    pen.strokeStyle = getComputedStyle(canvas).color
    pen.lineWidth = 2.5
    pen.lineCap = pen.lineJoin = 'round'
    for (const [first, ...rest] of strokes) {
      if (!first) continue
      pen.beginPath()
      pen.moveTo(first[0], first[1])
      for (const [x, y] of rest) pen.lineTo(x, y)
      if (rest.length === 0) pen.lineTo(first[0] + 0.1, first[1])
      pen.stroke()
    }
  }

  function write() {
    const drawn = strokes.filter((stroke) => stroke.length > 0)
    const began = drawn[0]?.[0]?.[2] ?? 0
    const lines = drawn.map((stroke) => stroke.map(([x, y, ms]) => `${x} ${y} ${ms - began}`).join(' '))
    field.value = drawn.length > 0 ? [`${box.w} ${box.h}`, ...lines].join('*') : ''
    clear.hidden = drawn.length === 0
    pad.toggleAttribute('data-signed', drawn.length > 0)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
