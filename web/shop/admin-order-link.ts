// `/order/{id}` redirects a signed-in admin to the order and is a 404 page for everyone else. The redirect runs in the
// browser, because the server does not see the admin's token.

/** The admin path for a signed-in admin; null for all other visitors and URLs. The admin app verifies the session. */
export function adminOrderPath(path: string, storage: Storage | null): string | null {
  const to = path.replace(/^\/order\/([^/]+)\/?$/, '/admin/orders/$1');
  return to !== path && (storage?.adminToken || storage?.admin_auth_token) ? to : null;
}

/** Redirects a signed-in admin away from the 404 page. */
export function followAdminOrderLink(): void {
  try {
    const to = adminOrderPath(location.pathname, localStorage);
    if (to) location.replace(to);
  } catch {
    // Storage is blocked, so no admin is signed in.
  }
}
