import { useMemo, useState, useSyncExternalStore } from 'react'
import { useHub } from '#islands/lib/hub.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import { fetchCards, fetchLanes, sendMove } from './api-calls.ts'
import type { MoveWarningPrompt } from './ask-warnings.tsx'
import { parseFilter } from './filter.ts'
import type { CardMove } from './moves.ts'
import type { BoardProps } from './props.ts'
import { type BoardEffects, BoardStore } from './store.ts'

type CardWarningPrompt = MoveWarningPrompt & { id: string }

export function useBoardStore(props: BoardProps) {
  const [question, setQuestion] = useState<CardWarningPrompt>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page's props are what the store begins with, once
  const store = useMemo(() => createStore(props, setQuestion), [])
  const view = useSyncExternalStore(store.subscribe, store.get, store.get)
  useHub(store.onHubEvent)
  return { store, view, question, closeQuestion: () => setQuestion(undefined) }
}

type Ask = (question: CardWarningPrompt) => void

function createStore(props: BoardProps, ask: Ask): BoardStore {
  const store: BoardStore = new BoardStore(
    { ...props, boardid: props.board.id, filter: parseFilter(location.search) },
    {
      send: sendMove,
      fetchLanes: (asked) => fetchLanes(props.board.id, asked),
      fetchCards,
      onLost: showError,
      ...messagesTo(props, () => store, ask),
    },
  )
  return store
}

type Messages = Pick<BoardEffects, 'confirm' | 'onMoved' | 'onRefused'>

function messagesTo({ lanes }: BoardProps, store: () => BoardStore, ask: Ask): Messages {
  const laneName = (lane: number) => lanes.find(({ status }) => status === lane)?.label ?? String(lane)
  const nameOf = ({ id }: CardMove) => store().get().cards.get(id)?.reference ?? '(unknown)'
  const show = replacingSnackbar()
  return {
    confirm: (move, warnings) =>
      new Promise((answer) =>
        ask({ id: move.id, reference: nameOf(move), lane: laneName(move.to.lane), warnings, answer }),
      ),
    onMoved(move, { status, seq }) {
      const undo = () => {
        if (!store().undo(move, seq))
          show({ level: 'info', message: `${nameOf(move)} was moved by someone else since, so it stays.` })
      }
      const toLane = move.from.lane === move.to.lane ? '' : ` to ${laneName(status)}`
      show({
        level: 'success',
        message: `${nameOf(move)} moved${move.undoes ? ' back' : ''}${toLane}`,
        undo: move.undoes ? undefined : { act: undo },
      })
    },
    onRefused: (move, message) =>
      show({ level: 'error', message: `${nameOf(move)} was not moved. ${message}` }),
  }
}

function replacingSnackbar() {
  let hideLast = () => {}
  return (snack: Parameters<typeof showSnackbar>[0]) => {
    hideLast()
    hideLast = showSnackbar(snack)
  }
}
