// `/order/{id}` is no page of the store, but an admin's way to an order. Only the browser knows who is signed in.

/** Where the address leads a signed-in admin; null for anybody else and for any other address. The admin's gate verifies. */
export function adminOrderPath(path: string, storage: Storage | null): string | null {
  const to = path.replace(/^\/order\/([^/]+)\/?$/, '/admin/orders/$1');
  return to !== path && (storage?.adminToken || storage?.admin_auth_token) ? to : null;
}

/** Replaces the 404 page where an admin is signed in. */
export function followAdminOrderLink(): void {
  try {
    const to = adminOrderPath(location.pathname, localStorage);
    if (to) location.replace(to);
  } catch {
    // Storage is forbidden: nobody is signed in.
  }
}
