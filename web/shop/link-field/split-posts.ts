// Text with several links, as another page kept it, becomes one post for each link.
import { findLinks } from '../../../contract/pasted-links.ts';
import { maxPosts } from '../../../contract/share.ts';

/** At least one post, which may be empty. Text without a link stays as it is. */
export function splitPosts(posts: readonly string[]): readonly string[] {
  const split = posts.flatMap((post) => {
    const found = findLinks(post);
    return found.length > 0 ? found.map(({ link }) => link) : [post];
  });
  return split.length > 0 ? split.slice(0, maxPosts) : [''];
}
