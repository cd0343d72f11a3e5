import { channelConforms, httpTroubles } from '../../../../../tests/conformance/channel.conformance.ts';
import { startSlackStandIn } from '../../../../../tests/stand-ins/slack-stand-in.ts';

channelConforms({
  name: 'slack',
  start: startSlackStandIn,
  words: { ok: /^The Slack API answered 200: ok$/, revoked: /^The Slack API answered 404: no_service$/ },
  troubles: httpTroubles,
});
