import type { JobCard } from '#server/domains/work/jobs/types.ts'

export type Filter = {
  client: string
  category: string
  assignee: string
  stage: string
  critical: boolean
  text: string
}

export const noFilter: Filter = {
  client: '',
  category: '',
  assignee: '',
  stage: '',
  critical: false,
  text: '',
}

export function parseFilter(query: string): Filter {
  const values = new URLSearchParams(query)
  const value = (name: string) => values.get(name) ?? ''
  return {
    client: value('client'),
    category: value('category'),
    assignee: value('assignee'),
    stage: value('stage'),
    critical: value('critical') === 'true',
    text: value('text'),
  }
}

export const isFiltering = (filter: Filter) => Object.values(filter).some(Boolean)

export function matchesFilter(filter: Filter): (card: JobCard) => boolean {
  const words = foldText(filter.text).split(/\s+/).filter(Boolean)
  return (card) =>
    (!filter.client || card.client?.id === filter.client) &&
    (!filter.category || card.categories.some(({ id }) => id === filter.category)) &&
    (!filter.assignee || isAssigned(card, filter.assignee)) &&
    (!filter.stage || card.stage === filter.stage) &&
    (!filter.critical || card.critical) &&
    (words.length === 0 || hasWords(card, words))
}

const isAssigned = (card: JobCard, assignee: string) =>
  assignee === 'none' ? !card.assignee && !card.assigneename : card.assignee?.id === assignee

function hasWords(card: JobCard, words: string[]): boolean {
  const { reference, description, client, location, assignee, assigneename, categories } = card
  const names = [client, location, assignee, ...categories].map((one) => one?.name)
  const text = foldText([reference, description, assigneename, ...names].join(' '))
  return words.every((word) => text.includes(word))
}

/** Without case and accents, as every list is searched. */
const foldText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
