import { AdminSkeleton } from './AdminSkeleton.tsx'

export const examples = {
  'words alone': () => <AdminSkeleton label="Loading" rows={2} />,
  stories: () => <AdminSkeleton label="Loading the stories" rows={2} art="picture" />,
  books: () => <AdminSkeleton label="Loading your books" rows={2} art="book" />,
}
