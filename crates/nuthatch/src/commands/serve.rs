//! `nuthatch serve`: campaigns in a browser.

use crate::campaign_folders::campaign_folders;
use crate::exit::Exit;
use crate::interrupt;
use anyhow::Context;
use clap::Args;
use report::web::{Campaigns, Server};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;

/// Show campaigns in a browser, while they run or afterwards
///
/// Pages follow the campaigns as they go on. What became of a bug can be marked there, as `nuthatch findings
/// mark` does. Nothing is loaded from elsewhere, and nobody else can reach it unless --address says so; then
/// its pages need the token that is part of the printed address.
///
/// Exit code: 0 after Ctrl-C, 2 if it could not be served.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nuthatch serve\n  nuthatch serve hunt-z3 hunt-cvc5 --port 8080\n  nuthatch serve --address 0.0.0.0 --name fuzzer.example.org"
)]
pub struct Serve {
    /// The folders of campaigns [default: nuthatch-campaign]
    #[arg(value_name = "DIR")]
    campaigns: Vec<PathBuf>,

    /// The port; 0 chooses a free one
    #[arg(long, default_value_t = 7878)]
    port: u16,

    /// The address to listen at
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,

    /// A name that the machine goes by in addresses of browsers, besides localhost
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,

    /// Where it is kept what people know
    #[arg(long, value_name = "FILE", default_value = "nuthatch-ledger.jsonl")]
    ledger: PathBuf,
}

impl Serve {
    pub fn run(self) -> anyhow::Result<Exit> {
        let campaigns = Campaigns::open(&campaign_folders(&self.campaigns), &self.ledger)?;
        let address = SocketAddr::new(self.address, self.port);
        let listener = TcpListener::bind(address)
            .with_context(|| format!("cannot listen at {address} (--port chooses another)"))?;
        let server = Server::new(campaigns, listener.local_addr()?, self.name);
        println!("{}", server.url());
        let complain = |error: &str| eprintln!("nuthatch: {error}");
        server.run(&listener, interrupt::flag()?, &complain)?;
        Ok(Exit::Success)
    }
}
