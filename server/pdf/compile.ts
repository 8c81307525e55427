import type { ReactElement } from 'react'
import satori, { type SatoriNode } from 'satori'
import {
  type BandMarks,
  type DocumentView,
  type FieldMarks,
  fieldMark,
  type ImageMarks,
} from '#views/documents/parts.tsx'
import { regular, semibold } from './fonts.ts'
import { type Painted, paintedIn } from './painted.ts'
import type { Band, Op, Template } from './template.ts'

export const layoutFonts = [
  { name: 'Inter', data: regular.data, weight: 400 as const },
  { name: 'Inter', data: semibold.data, weight: 600 as const },
]

/** Tens of milliseconds. */
export async function compile(document: DocumentView<never>): Promise<Template> {
  const { nodes, svg } = await layOut(document.layout, document.paper.width)
  const painted = paintedIn(svg)
  const bands = nodes
    .filter((node) => node.props['data-band'])
    .map((node) => compileBand(node, nodes, painted))
  const placed = (place: BandMarks['place']) => bands.find((band) => band.place === place)
  return {
    paper: document.paper,
    bands: bands.filter((band) => !band.place),
    foot: placed('foot'),
    continued: placed('continued'),
  }
}

async function layOut(element: ReactElement, width: number) {
  const nodes: SatoriNode[] = []
  const onNodeDetected = (node: SatoriNode) => void nodes.push(node)
  // Layout snaps to quarter points; whole ones would make every hairline a point thick.
  const svg = await satori(element, {
    width,
    fonts: layoutFonts,
    embedFont: false,
    pointScaleFactor: 4,
    onNodeDetected,
  })
  return { nodes, svg }
}

function compileBand(node: SatoriNode, nodes: SatoriNode[], painted: Painted[]): Band {
  const inside = nodes.filter((other) => other !== node && contains(node, other.top, other.left))
  const marks = painted.filter((mark) => holds(node, mark))
  const ops = [
    ...inside.filter((each) => each.props['data-field']).map((field) => fieldOp(field, marks)),
    ...inside.filter((each) => each.props['data-image']).map(imageOp),
    ...marks.filter((mark) => !(mark.kind === 'text' && mark.text === fieldMark)).map(fixedOp),
  ]
  const local = ops.map((op) => shiftOp(op, node.top)).sort((a, b) => a.top - b.top)
  return { ...(node.props['data-band'] as BandMarks), height: node.height, ops: local.map(constrainOp) }
}

function fieldOp(node: SatoriNode, marks: Painted[]): Op {
  const marked = node.props['data-field'] as FieldMarks
  const mark = marks.find((each) => each.kind === 'text' && each.text === fieldMark && holds(node, each))
  if (mark?.kind !== 'text') throw new Error(`The field ${marked.name} was not found in its layout.`)
  const { size, bold, colour, y } = mark
  return {
    kind: 'field',
    ...marked,
    ...unconstrained,
    ...extentOf(node),
    x: node.left,
    y,
    size,
    bold,
    colour,
    lineheight: node.height,
  }
}

function imageOp(node: SatoriNode): Op {
  return { kind: 'image', ...(node.props['data-image'] as ImageMarks), ...unconstrained, ...extentOf(node) }
}

function fixedOp(mark: Painted): Op {
  return { ...mark, ...unconstrained }
}

/** All that ends where the op begins or higher, and shares a part of its width. */
function constrainOp(op: Op, _index: number, ops: Op[]): Op {
  const over = (other: Op) =>
    other.top < op.top && other.bottom <= op.top + overlap && other.left < op.right && op.left < other.right
  const above = ops.flatMap((other, index) => (over(other) ? [index] : []))
  const gap = Math.min(...above.map((index) => op.top - (ops[index]?.bottom ?? 0)))
  return { ...op, above, gap: above.length ? gap : 0 }
}

/** Letters may reach a little out of their line. */
const overlap = 2
const unconstrained = { above: [], gap: 0 }

function extentOf({ left, top, width, height }: SatoriNode) {
  return { left, top, right: left + width, bottom: top + height }
}

function shiftOp(op: Op, by: number): Op {
  const moved = { ...op, top: op.top - by, bottom: op.bottom - by }
  return 'y' in moved ? { ...moved, y: moved.y - by } : moved
}

function contains(node: SatoriNode, top: number, left: number): boolean {
  const [right, bottom] = [node.left + node.width, node.top + node.height]
  return top >= node.top - slack && top < bottom && left >= node.left - slack && left <= right
}

function holds(node: SatoriNode, mark: Painted): boolean {
  // Letters stand out of a tight line box; their middle does not.
  return contains(node, mark.kind === 'text' ? mark.y - mark.size * 0.35 : mark.top, mark.left)
}

const slack = 0.3
