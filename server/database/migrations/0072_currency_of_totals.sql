-- Every amount has its currency in its row. All of these are sums of orders or limits of them.
alter table revenue_days add column currency text not null default 'USD';
--> statement-breakpoint
alter table source_days add column currency text not null default 'USD';
--> statement-breakpoint
alter table customers add column currency text not null default 'USD';
--> statement-breakpoint
alter table customer_changes add column currency text not null default 'USD';
--> statement-breakpoint
alter table payment_methods add column currency text not null default 'USD';
--> statement-breakpoint
alter table spending_uses add column currency text not null default 'USD';
