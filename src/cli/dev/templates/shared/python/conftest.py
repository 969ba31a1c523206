pytest_plugins = ["esign_emulator"]
