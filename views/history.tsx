export { History, type HistoryLine } from './ui/history.tsx'
