import { AdminSkeleton } from './AdminSkeleton.tsx'

export const examples = { 'two rows': () => <AdminSkeleton label="Loading" rows={2} /> }
